import { checkInstagramAccounts, type Situation } from '@pontual/contract/instagram/readiness.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { IfAllowed, useCan } from '../api/permissions.tsx';
import { useSession } from '../api/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dot } from '../ui/dot.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { showToast } from '../ui/toast.tsx';
import { ConnectButton } from './connect-button.tsx';
import { loginNames } from './login-names.ts';
import { ReadinessText } from './readiness-text.tsx';
import { readinessKey, useReadiness } from './use-readiness.ts';

/** Nothing changes in them by a new check. */
const settled: ReadonlySet<Situation> = new Set([
  'ready',
  'throttled',
  'quota_spent',
  'optional_declined',
]);

interface ReadinessBadgeProps {
  instagramAccountId: string;
  /** While nothing is known to prevent publishing. */
  children: ReactNode;
}

/** What prevents publishing, in two words. */
export function ReadinessBadge({ instagramAccountId, children }: ReadinessBadgeProps) {
  const { data } = useReadiness();
  const found = data?.accounts.find((one) => one.instagramAccountId === instagramAccountId);
  return found?.label == null ? (
    children
  ) : (
    <Badge tone="bad" icon={<Dot status="failed" size={8} />}>
      {found.label}
    </Badge>
  );
}

export function AccountReadinessNote({ instagramAccountId }: { instagramAccountId: string }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const mayCheck = useCan('edit');
  const query = useReadiness();
  const checkAgain = useMutation({
    mutationFn: () => call(checkInstagramAccounts, { query: { again: 'true' } }),
    onSuccess: (data) => queries.setQueryData(readinessKey(user), data),
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
                  <ConnectButton
                    rerequest
                    login={found.login}
                    label={`Abrir o ${loginNames[found.login]} de novo`}
                  />
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
