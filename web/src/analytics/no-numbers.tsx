import { RetryNotice } from '../shell/retry-notice.tsx';
import { NotInPlan } from '../shell/not-in-plan.tsx';

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
      <NotInPlan
        title="Analytics não disponível"
        message="Esta funcionalidade está disponível nos planos Pro e Premium."
      />
    </>
  );
}
