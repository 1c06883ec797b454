import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';

interface Asked {
  isFetching: boolean;
  refetch: () => Promise<{ data?: unknown }>;
}

/** The plan has no analytics, or it could not be asked whether it has: `unknown` asks again. */
export function Unavailable({ unknown }: { unknown: Asked | undefined }) {
  return (
    <>
      {unknown === undefined ? null : (
        <RetryNotice query={unknown} className="mb-4 items-center">
          Não foi possível carregar os limites do seu plano.
        </RetryNotice>
      )}
      <Card>
        <ErrorState
          icon={<Lock size={24} />}
          title="Analytics não disponível"
          message="Esta funcionalidade está disponível nos planos Pro e Premium."
          actions={
            <Link to={paths.plans} className={buttonClass({ variant: 'ink' })}>
              Ver Planos
            </Link>
          }
          className="py-16"
        />
      </Card>
    </>
  );
}
