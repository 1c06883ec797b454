import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { NotInPlan } from '../../ui/page/not-in-plan.tsx';

interface LimitsQuery {
  isFetching: boolean;
  refetch: () => Promise<{ data?: unknown }>;
}

/** The plan has no analytics, or its limits could not be loaded: then `limitsQuery` offers a retry. */
export function AnalyticsUnavailable({ limitsQuery }: { limitsQuery: LimitsQuery | undefined }) {
  return (
    <>
      {limitsQuery === undefined ? null : (
        <RetryAlert query={limitsQuery} className="mb-4 items-center">
          Não foi possível carregar os limites do seu plano.
        </RetryAlert>
      )}
      <NotInPlan
        title="Analytics não disponível"
        message="Esta funcionalidade está disponível nos planos Pro e Premium."
      />
    </>
  );
}
