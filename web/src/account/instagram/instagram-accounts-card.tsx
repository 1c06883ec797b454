import type { User } from '@pontual/contract/identity/auth.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import { planNames } from '@pontual/contract/billing/plans.ts';
import { Unlink } from 'lucide-react';
import type { RefObject } from 'react';
import { IfAllowed } from '../../api/permissions.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { OwnerReconnectHint, RetryAccountButton } from '../../posts/issues/issue-action-button.tsx';
import { blocksAccount } from '../../posts/issues/at-risk.ts';
import { blockedSinceText, blockedAccountsText } from '../../posts/issues/issue-text.ts';
import { ConnectedBadge, IssuesLoadError } from '../../posts/issues/connected-badge.tsx';
import { useIssues, useBlockingIssue } from '../../posts/issues/issues-queries.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Avatar } from '../../ui/page/avatar.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Dot } from '../../ui/dot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useInstagramAccounts } from '../../instagram/instagram-accounts-queries.ts';
import { ConnectAnother } from './connect-another.tsx';
import { AccountReadinessNote } from '../../instagram/account-readiness.tsx';
import { useReadiness } from '../../instagram/use-readiness.ts';
import { useConnect } from '../../instagram/use-connect.ts';

interface InstagramAccountsCardProps {
  user: User;
  titleRef: RefObject<HTMLHeadingElement | null>;
  onFailure: (text: string | undefined) => void;
}

export function InstagramAccountsCard({ user, titleRef, onFailure }: InstagramAccountsCardProps) {
  const query = useInstagramAccounts(user);
  const disconnectDialog = useDialogState<InstagramAccount>();
  const accounts = query.data?.accounts ?? [];
  const issues = useIssues().data ?? [];
  const readiness = useReadiness().data?.accounts ?? [];
  const stopped = new Set([
    ...issues.filter(blocksAccount).map(({ account }) => account?.instagramAccountId),
    ...readiness.filter(({ label }) => label !== null).map((one) => one.instagramAccountId),
  ]).size;
  const limit = query.data?.limit ?? 0;
  const focusTitle = useFocusAfterRender(() => titleRef.current?.focus());
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
              {blockedAccountsText(stopped)}
            </Badge>
          )
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2!">
        <QueryState
          query={query}
          failed="Não foi possível carregar as contas."
          loading={
            <Skeleton>
              <SkeletonBar className="h-12" />
              <SkeletonBar className="mt-3 h-12" />
            </Skeleton>
          }
          focusAfter={titleRef}
        />
        <IssuesLoadError />
        <ul className="divide-y divide-line empty:hidden">
          {accounts.map((account) => (
            <Row
              key={account.instagramAccountId}
              {...{ user, account, onFailure }}
              onDisconnect={() => disconnectDialog.show(account)}
              onButtonRemoved={focusTitle}
            />
          ))}
        </ul>
        {accounts.length > 0 && accounts.length < limit ? (
          <IfAllowed permission="own">
            <ConnectAnother onFailure={onFailure} />
          </IfAllowed>
        ) : null}
        {accounts.length > 0 && accounts.length >= limit ? (
          <p className="text-xs text-ink-3">
            O plano {planNames[user.plan]} inclui {limit === 1 ? '1 conta' : `${limit} contas`}.
          </p>
        ) : null}
      </CardBody>
      <DisconnectDialog
        open={disconnectDialog.open}
        instagramAccount={disconnectDialog.value ?? undefined}
        onClose={disconnectDialog.close}
        focusAfter={() => titleRef.current}
      />
    </Card>
  );
}

interface RowProps {
  user: User;
  account: InstagramAccount;
  onFailure: (text: string | undefined) => void;
  onDisconnect: () => void;
  onButtonRemoved: () => void;
}

function Row({ user, account, onFailure, onDisconnect, onButtonRemoved }: RowProps) {
  const { username, profilePicture, instagramAccountId } = account;
  const connect = useConnect({
    account: instagramAccountId,
    onStart: () => onFailure(undefined),
    onFailure,
  });
  const stopped = useBlockingIssue(instagramAccountId);
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
          <p className="text-xs text-ink-3">{describeAccount(account)}</p>
        ) : (
          <p className="text-xs text-bad-text">
            {blockedSinceText(stopped, now)}. {stopped.reason}
          </p>
        )}
        {stopped?.kind === 'needs_reconnect' ? <OwnerReconnectHint /> : null}
        {stopped === undefined ? (
          <AccountReadinessNote instagramAccountId={instagramAccountId} />
        ) : null}
      </div>
      {stopped?.kind === 'restricted' ? (
        <IfAllowed permission="edit">
          <RetryAccountButton {...account} onResolved={onButtonRemoved} />
        </IfAllowed>
      ) : null}
      <IfAllowed permission="own">
        <div className="-mr-3 ml-auto flex items-center">
          {stopped?.kind === 'needs_reconnect' ? (
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
            onClick={onDisconnect}
          />
        </div>
      </IfAllowed>
    </li>
  );
}

function describeAccount({ included, connectedAt }: InstagramAccount): string {
  if (!included) return 'Fora do seu plano: não recebe novos posts.';
  return `Conectada em ${formatDate(new Date(connectedAt))}`;
}
