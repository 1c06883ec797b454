import type { User } from '@pontual/contract/auth.ts';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import type { ConnectedAccount } from '@pontual/contract/instagram.ts';
import { planNames } from '@pontual/contract/plans.ts';
import { Unlink } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { Only } from '../api/may.tsx';
import { DisconnectDialog } from '../dashboard/disconnect-dialog.tsx';
import { OwnerReconnects, RetryAccount } from '../needs/mend-need.tsx';
import { stopsAccount } from '../needs/at-risk.ts';
import { sinceWords, stoppedWords } from '../needs/need-words.ts';
import { ConnectedBadge, NeedsFailed } from '../needs/needs-state.tsx';
import { useNeeds, useStopped } from '../needs/needs.queries.ts';
import { useMinute } from '../shell/minute.ts';
import { Avatar } from '../shell/avatar.tsx';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Dot } from '../ui/dot.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { useLast } from '../ui/use-last.ts';
import { useAccounts } from './accounts.queries.ts';
import { ConnectAnother } from './connect-another.tsx';
import { useConnect } from './use-connect.ts';

interface AccountsCardProps {
  user: User;
  titleRef: RefObject<HTMLHeadingElement | null>;
  onFailure: (text: string | undefined) => void;
}

/** The accounts of a workspace that has several. */
export function AccountsCard({ user, titleRef, onFailure }: AccountsCardProps) {
  const query = useAccounts(user);
  const [leaving, setLeaving] = useState<ConnectedAccount | null>(null);
  // The dialog still names it while it closes.
  const named = useLast(leaving);
  const accounts = query.data?.accounts ?? [];
  const stopped = (useNeeds().data ?? []).filter(stopsAccount).length;
  const limit = query.data?.limit ?? 0;
  const focusTitle = useFocusAfter(() => titleRef.current?.focus());
  return (
    <Card>
      <CardHeader
        title="Instagram"
        titleRef={titleRef}
        aside={
          stopped === 0 ? (
            <ConnectedBadge>{user.accounts} contas</ConnectedBadge>
          ) : (
            <Badge tone="bad" icon={<Dot status="failed" size={8} />}>
              {stoppedWords(stopped)}
            </Badge>
          )
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2!">
        {query.isPending ? (
          <Skeleton>
            <Bone className="h-12" />
            <Bone className="mt-3 h-12" />
          </Skeleton>
        ) : null}
        {query.isError && query.data === undefined ? (
          <RetryNotice query={query}>Não foi possível carregar as contas.</RetryNotice>
        ) : null}
        <NeedsFailed />
        <ul className="divide-y divide-line empty:hidden">
          {accounts.map((account) => (
            <Row
              key={account.instagramAccountId}
              {...{ user, account, onFailure }}
              onLeave={() => setLeaving(account)}
              onGone={focusTitle}
            />
          ))}
        </ul>
        {accounts.length > 0 && accounts.length < limit ? (
          <Only need="own">
            <ConnectAnother onFailure={onFailure} />
          </Only>
        ) : null}
        {accounts.length > 0 && accounts.length >= limit ? (
          <p className="text-xs text-ink-3">
            O plano {planNames[user.plan]} inclui {limit === 1 ? '1 conta' : `${limit} contas`}.
          </p>
        ) : null}
      </CardBody>
      <DisconnectDialog
        open={leaving !== null}
        account={named ?? undefined}
        onClose={() => setLeaving(null)}
      />
    </Card>
  );
}

interface RowProps {
  user: User;
  account: ConnectedAccount;
  onFailure: (text: string | undefined) => void;
  onLeave: () => void;
  /** The button that tests the account has gone. */
  onGone: () => void;
}

function Row({ user, account, onFailure, onLeave, onGone }: RowProps) {
  const connect = useConnect({ onStart: () => onFailure(undefined), onFailure });
  const { username, profilePicture, instagramAccountId } = account;
  const stopped = useStopped(instagramAccountId);
  const now = useMinute();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Avatar
        user={{ ...user, instagramUsername: username, profilePicture }}
        className="size-10 text-base"
      />
      <div className="min-w-0 flex-1 basis-36">
        <p className="leading-[1.4] font-semibold wrap-anywhere">@{username}</p>
        {stopped === undefined ? (
          <p className="text-xs text-ink-3">{remarkOf(account)}</p>
        ) : (
          <p className="text-xs text-bad-text">
            {sinceWords(stopped, now)}. {stopped.reason}
          </p>
        )}
        {stopped?.kind === 'disconnected' ? <OwnerReconnects /> : null}
      </div>
      {stopped?.kind === 'restricted' ? (
        <Only need="edit">
          <RetryAccount {...account} onGone={onGone} />
        </Only>
      ) : null}
      <Only need="own">
        <div className="-mr-3 ml-auto flex items-center">
          {stopped?.kind === 'disconnected' ? (
            <Button
              variant="line"
              size="sm"
              busy={connect.isPending}
              busyLabel="Abrindo..."
              aria-label={`Reconectar @${username}`}
              onClick={() => connect.mutate()}
            >
              Reconectar
            </Button>
          ) : null}
          <IconButton
            label={`Desconectar @${username}`}
            icon={<Unlink size={17} />}
            onClick={onLeave}
          />
        </div>
      </Only>
    </li>
  );
}

function remarkOf({ included, connectedAt }: ConnectedAccount): string {
  if (!included) return 'Fora do seu plano: não recebe novos posts.';
  return `Conectada em ${formatDate(new Date(connectedAt))}`;
}
