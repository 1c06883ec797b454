import { roleNames } from '@pontual/contract/shared/roles.ts';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { paths } from './paths.ts';
import { buttonClass } from '../button.tsx';
import { Card } from '../card.tsx';
import { ErrorState } from '../error-state.tsx';

export function NotAllowed() {
  const { user } = useSession();
  return (
    <Card>
      <ErrorState
        icon={<Lock size={24} />}
        title="O seu acesso não inclui isto"
        message={`Nesta equipe o seu acesso é “${roleNames[user?.role ?? 'viewer']}”. Peça a quem é responsável por ela para mudar.`}
        actions={
          <Link to={paths.schedule} className={buttonClass({ variant: 'ink' })}>
            Ir para o calendário
          </Link>
        }
        className="py-16"
      />
    </Card>
  );
}

export function NotAllowedPage() {
  return (
    <main
      id="conteudo"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-[560px] content-center p-4"
    >
      <h1 className="sr-only">Criar post</h1>
      <NotAllowed />
    </main>
  );
}
