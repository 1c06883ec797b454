import { checkInstagramAccounts, type Situation } from '@pontual/contract/instagram/readiness.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { IfAllowed, useCan } from '../api/permissions.tsx';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { showToast } from '../ui/toast.tsx';
import { ConnectButton } from './connect-button.tsx';
import { ReadinessText } from './readiness-text.tsx';

/** The server asks Instagram, and reuses the answer for minutes to hours. */
const STALE_MS = 5 * 60_000;
/** Nothing changes in them by a new check. */
const settled: ReadonlySet<Situation> = new Set([
  'ready',
  'throttled',
  'quota_spent',
  'optional_declined',
]);

export function AccountReadinessNote({ instagramAccountId }: { instagramAccountId: string }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const mayCheck = useCan('edit');
  const queryKey = ['readiness', user?.workspace];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(checkInstagramAccounts, { query: {}, signal }),
    staleTime: STALE_MS,
  });
  const checkAgain = useMutation({
    mutationFn: () => call(checkInstagramAccounts, { query: { again: 'true' } }),
    onSuccess: (data) => queries.setQueryData(queryKey, data),
    onError: (error) =>
      showToast({
        text: failureText(error, 'Não foi possível conferir a conta agora.'),
        error: true,
      }),
  });
  return (
    <QueryState query={query} failed="Não foi possível conferir a conta agora." loading={null}>
      {({ accounts }) => {
        const found = accounts.find((one) => one.instagramAccountId === instagramAccountId);
        if (found === undefined) return null;
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <ReadinessText readiness={found} />
            <div className="flex flex-wrap gap-2 empty:hidden">
              {found.step?.reconnects === true ? (
                <IfAllowed permission="own">
                  <ConnectButton rerequest label="Abrir o Facebook de novo" />
                </IfAllowed>
              ) : null}
              {settled.has(found.situation) || !mayCheck ? null : (
                <Button
                  variant="line"
                  size="sm"
                  busy={checkAgain.isPending}
                  busyLabel="Conferindo..."
                  onClick={() => checkAgain.mutate()}
                >
                  Conferir de novo
                </Button>
              )}
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}
