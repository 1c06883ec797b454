import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { blocksAccount } from '../../posts/issues/at-risk.ts';
import { AccountIssueButton } from '../../posts/issues/issue-action-button.tsx';
import { blockedAccountsText } from '../../posts/issues/issue-text.ts';
import { useIssues } from '../../posts/issues/issues-queries.ts';
import { paths } from '../../ui/page/paths.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ResumePostNotice } from '../../composer/draft-store/resume-post-notice.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useInstagramAccounts } from '../../instagram/instagram-accounts-queries.ts';
import { hasSeveralAccounts } from '../../instagram/has-several-accounts.ts';

/** The server needs a moment, in ms, until the account is connected (specification, section 9). */
const WAIT_MS = 1000;

const headingText = (stopped: number) =>
  stopped === 0 ? 'Suas contas estão conectadas' : blockedAccountsText(stopped);

const CONNECTED =
  'Sua conta do Instagram está conectada. Os posts que você agendar são publicados nela, no horário.';

export function ConnectedPage() {
  const [query] = useSearchParams();
  if (query.get('connected') !== 'true') return <Navigate to={paths.dashboard} replace />;
  return (
    <div className="grid min-h-[calc(100dvh-200px)] place-items-center">
      <Card className="w-full max-w-[480px]" aria-live="polite">
        <Confirmation />
      </Card>
    </div>
  );
}

function Confirmation() {
  const { user, refresh } = useSession();
  const [isRefreshed, setIsRefreshed] = useState(false);
  const accounts = useInstagramAccounts(isRefreshed ? user : null);
  useEffect(() => {
    let isUnmounted = false;
    const confirm = async () => {
      await refresh();
      if (!isUnmounted) setIsRefreshed(true);
    };
    const timer = setTimeout(() => void confirm(), WAIT_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [refresh]);

  const issues = useIssues();
  const focusHeading = useFocusAfterRender(focusPage);
  if (!isRefreshed || issues.isPending || (hasSeveralAccounts(user) && accounts.isPending)) {
    return (
      <p className="flex min-h-[280px] items-center justify-center gap-3 text-ink-2">
        <title>Confirmando a conexão · Pontual</title>
        <Spinner />
        Confirmando a conexão...
      </p>
    );
  }
  if (user?.instagramAccountId == null || user.instagramUsername === null) {
    return <Navigate to={paths.dashboard} replace />;
  }
  const { instagramAccountId, instagramUsername: username } = user;
  // The server does not say which accounts this login connected, so the page shows the state of all.
  const shown = accounts.data?.accounts ?? [{ instagramAccountId, username }];
  const isSingle = shown.length === 1;
  const stopped = (issues.data ?? []).filter(blocksAccount);
  const isHealthy = stopped.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-6 py-10 text-center">
      <title>{`${isHealthy ? 'Instagram conectado' : blockedAccountsText(stopped.length)} · Pontual`}</title>
      <span
        className={cx(
          'mb-3 grid size-16 animate-land place-items-center rounded-full',
          isHealthy ? 'bg-pub-soft text-pub-text' : 'bg-bad-soft text-bad-text',
        )}
      >
        {isHealthy ? <Check size={30} /> : <CircleAlert size={30} />}
      </span>
      <h1 className="font-heading text-[1.75rem] leading-[1.1] font-bold tracking-[-.025em] wrap-anywhere">
        {isSingle ? `@${shown[0]?.username}` : headingText(stopped.length)}
      </h1>
      <ul className="mb-5 grid w-full max-w-[320px] grid-cols-[minmax(0,1fr)] gap-3 text-pretty text-ink-2">
        {shown.map(({ instagramAccountId: id, username: name }) => {
          const issue = stopped.find(({ account }) => account?.instagramAccountId === id);
          return (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <p className="wrap-anywhere">
                {isSingle ? null : <b className="font-semibold text-ink">@{name}: </b>}
                {issue === undefined ? (isSingle ? CONNECTED : 'conectada') : issue.reason}
              </p>
              {issue === undefined ? null : (
                <AccountIssueButton issue={issue} onResolved={focusHeading} />
              )}
            </li>
          );
        })}
      </ul>
      <ResumePostNotice user={user} className="mb-5 w-full text-left" />
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={paths.schedule} className={buttonClass({ variant: 'ipe', size: 'lg' })}>
          Criar meu primeiro post
        </Link>
        <Link to={paths.dashboard} className={buttonClass({ variant: 'line', size: 'lg' })}>
          Ir para o Dashboard
        </Link>
      </div>
    </div>
  );
}
