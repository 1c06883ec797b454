import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';

export function IntegrationsCard() {
  return (
    <Card>
      <CardHeader title="Acesso para programas" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Tokens e webhooks para que planilhas, sites e automações leiam e agendem seus posts, e
          saibam o que aconteceu com eles.
        </p>
        <Link
          to={paths.integrations}
          className={`${buttonClass({ variant: 'line' })} lg:justify-self-start`}
        >
          Abrir Programas
        </Link>
      </CardBody>
    </Card>
  );
}
