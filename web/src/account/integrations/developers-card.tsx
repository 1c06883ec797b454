import { MCP_PATH } from '@pontual/contract/operation-titles.ts';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';

export function DevelopersCard() {
  return (
    <Card aria-label="Documentação e assistentes de IA">
      <CardHeader title="Documentação e assistentes de IA" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Um assistente que fala MCP trabalha com seus posts pelo endereço abaixo e um token. A
          documentação mostra como, e tudo o que a API faz.
        </p>
        <p className="font-mono text-sm wrap-anywhere select-all">
          {location.origin}/api{MCP_PATH}
        </p>
        <Link
          to={paths.developers}
          className={cx(buttonClass({ variant: 'line' }), 'lg:justify-self-start')}
        >
          <BookOpen size={16} />
          Ver documentação
        </Link>
      </CardBody>
    </Card>
  );
}
