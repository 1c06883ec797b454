import type { PlanLimits } from '@pontual/contract/billing/plans.ts';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { hasFailed } from '../api/has-failed.ts';
import { NotInPlan } from '../ui/page/not-in-plan.tsx';
import { QueryState, type LoadedQuery } from '../ui/page/query-state.tsx';
import { useLastValue } from '../ui/use-last-value.ts';
import { useLimitsQuery } from './limits-queries.ts';

export type PlanAccess =
  | { state: 'loading' }
  | { state: 'allowed'; limits: PlanLimits }
  /** `failedLimits` if the plan is unknown, because its limits did not load. */
  | { state: 'missing'; failedLimits: LoadedQuery<PlanLimits> | null };

interface PlanAccessOptions {
  /** A page with unsaved work stays while the limits of a changed plan load; the server refuses its requests. */
  isKept?: boolean;
}

/** Returns whether the plan includes a page. Limits that do not load count as missing (specification, section 8). */
export function usePlanAccess(
  isIncluded: (limits: PlanLimits) => boolean,
  { isKept = false }: PlanAccessOptions = {},
): PlanAccess {
  const query = useLimitsQuery();
  const { data } = query;
  const included = data !== undefined && isIncluded(data) ? data : null;
  const last = useLastValue(included);
  const limits = isKept ? last : included;
  if (limits !== null) return { state: 'allowed', limits };
  if (data !== undefined) return { state: 'missing', failedLimits: null };
  return hasFailed(query) ? { state: 'missing', failedLimits: query } : { state: 'loading' };
}

/** Takes the access back if a request of the page was refused: the plan ended after its limits were fetched. */
export const afterRefusal = (access: PlanAccess, error: unknown): PlanAccess =>
  error instanceof ApiError && error.code === 'PLAN_REQUIRED'
    ? { state: 'missing', failedLimits: null }
    : access;

interface PlanGateProps {
  access: PlanAccess;
  title: string;
  message: string;
  /** Another way, next to the link to the plans. */
  alternative?: ReactNode;
  loading: ReactNode;
  children: (limits: PlanLimits) => ReactNode;
}

/** Shows a page only if the plan includes it, and else the way to the plans, with a retry if the plan is unknown. */
export function PlanGate(props: PlanGateProps) {
  const { access, title, message, alternative, loading, children } = props;
  switch (access.state) {
    case 'loading':
      return loading;
    case 'allowed':
      return children(access.limits);
    case 'missing':
      return (
        <>
          {access.failedLimits === null ? null : (
            <QueryState
              query={access.failedLimits}
              failed="Não foi possível carregar os limites do seu plano."
              loading={null}
              className="mb-4"
            />
          )}
          <NotInPlan title={title} message={message}>
            {alternative}
          </NotInPlan>
        </>
      );
  }
}
