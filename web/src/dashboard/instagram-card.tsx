import type { User } from '@pontual/contract/identity/auth.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { Link2, Unlink } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { IfAllowed, useCan } from '../api/permissions.tsx';
import { hasSeveralAccounts } from '../instagram/has-several-accounts.ts';
import { ConnectButton } from '../instagram/connect-button.tsx';
import { offersInstagramLogin } from '../instagram/offers-instagram-login.ts';
import { blockedSinceText } from '../posts/issues/issue-text.ts';
import { ConnectedBadge, IssuesLoadError } from '../posts/issues/connected-badge.tsx';
import { useBlockingIssue } from '../posts/issues/issues-queries.ts';
import { useMinute } from '../ui/page/use-minute.ts';
import { Avatar } from '../ui/page/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { useFocusAfterRender } from '../ui/use-focus-after-render.ts';
import { DisconnectDialog } from '../account/instagram/disconnect-dialog.tsx';

/** Most accounts can publish, so the button is loaded on demand. */
const AccountIssueButton = lazy(async () => ({
  default: (await import('../posts/issues/issue-action-button.tsx')).AccountIssueButton,
}));

const readiness = () => import('../instagram/account-readiness.tsx');
const AccountReadinessNote = lazy(async () => ({
  default: (await readiness()).AccountReadinessNote,
}));
const ReadinessBadge = lazy(async () => ({ default: (await readiness()).ReadinessBadge }));

/** Where the server offers both logins. */
const ConnectWays = lazy(async () => ({
  default: (await import('../instagram/connect-ways.tsx')).ConnectWays,
}));

const AccountsCard = lazy(async () => ({
  default: (await import('../account/instagram/instagram-accounts-card.tsx')).InstagramAccountsCard,
}));

interface InstagramCardProps {
  user: User;
  /** Undefined when a new attempt begins. */
  onFailure: (text: string | undefined) => void;
}

export function InstagramCard({ user, onFailure }: InstagramCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const connected = user.instagramAccountId !== null;
  const wasConnected = useRef(connected);
  useEffect(() => {
    if (wasConnected.current === connected) return;
    wasConnected.current = connected;
    if (document.activeElement === document.body) title.current?.focus();
  }, [connected]);

  if (!connected) return <ConnectCard onFailure={onFailure} titleRef={title} />;
  const connectedCard = <ConnectedCard user={user} titleRef={title} />;
  if (!hasSeveralAccounts(user)) return connectedCard;
  return (
    <Suspense fallback={connectedCard}>
      <AccountsCard user={user} titleRef={title} onFailure={onFailure} />
    </Suspense>
  );
}

const PROFESSIONAL = 'A conta do Instagram é profissional. Stories só saem em contas comerciais.';

type TitleRef = RefObject<HTMLHeadingElement | null>;

function ConnectCard(props: Pick<InstagramCardProps, 'onFailure'> & { titleRef: TitleRef }) {
  const { onFailure, titleRef } = props;
  const options = { onStart: () => onFailure(undefined), onFailure };
  const isOwner = useCan('own');
  const hasBothLogins = offersInstagramLogin();
  return (
    <Card>
      <CardHeader title="Instagram" titleRef={titleRef} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          {isOwner
            ? 'Conecte uma conta Business ou de criador. Sem ela, nenhum post é publicado.'
            : 'A equipe ainda não tem uma conta conectada, e nenhum post é publicado. Quem é responsável por ela conecta.'}
        </p>
        {isOwner ? (
          <div className="grid gap-1.5 text-sm text-pretty text-ink-2">
            <p className="font-semibold text-ink">Antes de conectar</p>
            {hasBothLogins ? (
              <p>{PROFESSIONAL}</p>
            ) : (
              <ul className="grid list-disc gap-1 pl-5">
                <li>{PROFESSIONAL}</li>
                <li>Ela está ligada a uma página do Facebook.</li>
                <li>O seu perfil do Facebook administra essa página.</li>
              </ul>
            )}
          </div>
        ) : null}
        {isOwner && hasBothLogins ? (
          <Suspense fallback={null}>
            <ConnectWays {...options} />
          </Suspense>
        ) : null}
        {isOwner && !hasBothLogins ? (
          <ConnectButton
            label="Conectar Instagram"
            look={{ variant: 'ink', size: 'md', block: true, icon: <Link2 size={17} /> }}
            {...options}
          />
        ) : null}
      </CardBody>
    </Card>
  );
}

/** Instagram's answer comes later than what the server knows. */
function ConnectionBadge({ instagramAccountId }: { instagramAccountId: string | null }) {
  const badge = <ConnectedBadge>Conectado</ConnectedBadge>;
  if (instagramAccountId === null) return badge;
  return (
    <Suspense fallback={badge}>
      <ReadinessBadge instagramAccountId={instagramAccountId}>{badge}</ReadinessBadge>
    </Suspense>
  );
}

function ConnectedCard({ user, titleRef }: { user: User; titleRef: TitleRef }) {
  const disconnectDialog = useDialogState();
  const blockingIssue = useBlockingIssue(user.instagramAccountId);
  const now = useMinute();
  const focusTitle = useFocusAfterRender(() => titleRef.current?.focus());
  return (
    <Card className={cx(blockingIssue !== undefined && 'border-bad!')}>
      <CardHeader
        title="Instagram"
        titleRef={titleRef}
        aside={
          blockingIssue === undefined ? (
            <ConnectionBadge instagramAccountId={user.instagramAccountId} />
          ) : (
            <Badge tone="bad" icon={<Dot status="failed" size={8} />}>
              {blockingIssue.kind === 'needs_reconnect' ? 'Sem acesso' : 'Restrito'}
            </Badge>
          )
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3.5!">
        <div className="flex items-center gap-3">
          <Avatar user={user} className="size-12 text-lg" />
          <div className="min-w-0">
            <p className="leading-[1.4] font-semibold wrap-anywhere">@{user.instagramUsername}</p>
            {blockingIssue === undefined && user.instagramConnectedAt !== null ? (
              <p className="text-xs text-ink-3">
                Conectada em {formatDate(new Date(user.instagramConnectedAt))}
              </p>
            ) : null}
            {blockingIssue === undefined ? null : (
              <p className="text-xs text-bad-text">{blockedSinceText(blockingIssue, now)}</p>
            )}
          </div>
        </div>
        <IssuesLoadError />
        {blockingIssue === undefined && user.instagramAccountId !== null ? (
          <Suspense fallback={null}>
            <AccountReadinessNote instagramAccountId={user.instagramAccountId} />
          </Suspense>
        ) : null}
        {blockingIssue === undefined ? null : (
          <Suspense fallback={null}>
            <p className="text-sm text-pretty text-ink-2">{blockingIssue.reason}</p>
            <AccountIssueButton issue={blockingIssue} onResolved={focusTitle} />
          </Suspense>
        )}
        <IfAllowed permission="own">
          <Button
            variant="line"
            block
            icon={<Unlink size={16} />}
            onClick={() => disconnectDialog.show(true)}
          >
            Desconectar
          </Button>
        </IfAllowed>
      </CardBody>
      <DisconnectDialog
        open={disconnectDialog.open}
        onClose={disconnectDialog.close}
        focusAfter={() => titleRef.current}
      />
    </Card>
  );
}
