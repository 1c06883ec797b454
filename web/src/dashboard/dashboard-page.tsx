import {
  connectionErrorText,
  isAboutPage,
  isMissingPermission,
  isRetryable,
} from '@pontual/contract/instagram/connection-errors.ts';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { Issue } from '@pontual/contract/posts/issues.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { IfAllowed } from '../api/permissions.tsx';
import { hasFailed } from '../api/has-failed.ts';
import { useSession } from '../api/session.tsx';
import { LiveIssuesBanner } from '../posts/issues/live-issues-banner.tsx';
import { useIsAtRisk } from '../posts/issues/issues-queries.ts';
import { paths } from '../ui/page/paths.ts';
import { usePostStats, type PostStats } from '../posts/lists-queries.ts';
import { ResumePostNotice } from '../composer/draft-store/resume-post-notice.tsx';
import { useOpenedPost } from '../calendar/use-opened-post.ts';
import { useMinute } from '../ui/page/use-minute.ts';
import { PageHead } from '../ui/page/page-head.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { PlanBadge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Alert } from '../ui/alert.tsx';
import { ConnectButton } from '../instagram/connect-button.tsx';
import { offersInstagramLogin } from '../instagram/offers-instagram-login.ts';
import type { ConnectOptions } from '../instagram/use-connect.ts';
import { buildAccountQuery } from '../instagram/use-instagram-account-param.ts';
import { AwaitingApprovalCard } from './awaiting-approval-card.tsx';
import { CheckoutReturn } from './checkout/checkout-return.tsx';
import { InstagramCard } from './instagram-card.tsx';
import { NextPostCard } from './next-post-card.tsx';
import { OpenedPostDialog } from './opened-post-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { ResourcesCard } from './resources-card.tsx';
import { StatCards } from './stat-cards.tsx';
import { SummaryCard } from './summary-card.tsx';
import { TodayCard } from './today/today-card.tsx';
import { greeting } from '../ui/dates/date-text.ts';

/** Shown when the statistics cannot be loaded (specification, section 3). */
const noStats: PostStats = {
  total: 0,
  scheduled: 0,
  published: 0,
  drafts: 0,
  failed: 0,
  thisWeek: 0,
  thisMonth: 0,
  awaiting: null,
  nextPost: null,
};

const STATS_FAILED = 'Não foi possível carregar os números dos seus posts.';

/** Below `xl` the cards form one column with its own order. */
const columnClass = 'max-xl:contents xl:grid xl:grid-cols-[minmax(0,1fr)] xl:gap-4';

function nextDueAt(stats: PostStats | undefined): Date | null {
  const time = stats?.nextPost?.scheduledTime ?? null;
  return time ? new Date(time) : null;
}

const failedPostsPath = ({ account }: Issue) =>
  `${paths.schedule}?status=failed${buildAccountQuery(account?.instagramAccountId, '&')}#timeline`;

export function DashboardPage() {
  const { user } = useSession();
  return user === null ? null : <Dashboard user={user} />;
}

function Dashboard({ user }: { user: User }) {
  const now = useMinute();
  const query = usePostStats();
  const connectionError = useConnectionError();
  const [failure, setFailure] = useState(connectionError?.text);
  const isMissing = hasFailed(query);
  const stats = query.data ?? (isMissing ? noStats : undefined);
  const connected = user.instagramAccountId !== null;
  const opened = useOpenedPost();
  const navigate = useNavigate();
  const isAtRisk = useIsAtRisk();
  const next = stats?.nextPost ?? null;
  const nextIsAtRisk = next !== null && isAtRisk(next);

  return (
    <>
      <title>Dashboard · Pontual</title>
      <LiveIssuesBanner
        onOpen={opened.open}
        onShowAll={(issue) => void navigate(failedPostsPath(issue))}
      />
      <PageHead title={greeting(now)}>
        <p className="mt-1.5 flex flex-wrap items-center gap-2.5 text-sm text-ink-2">
          <span className="min-w-0 wrap-anywhere">{user.email}</span>
          <PlanBadge plan={user.plan} />
        </p>
      </PageHead>
      <CheckoutReturn />
      {failure === undefined ? null : (
        <Alert
          tone="bad"
          live
          className="mb-4 max-sm:flex-wrap"
          action={
            connectionError?.retry === undefined ? undefined : (
              <IfAllowed permission="own">
                <ConnectButton {...connectionError.retry} onFailure={setFailure} />
              </IfAllowed>
            )
          }
        >
          {failure}
        </Alert>
      )}
      <ResumePostNotice user={user} className="mb-4" />
      <QueryState
        query={query}
        failed={STATS_FAILED}
        stale={STATS_FAILED}
        loading={null}
        className="mb-4"
      />
      <TodayCard
        now={now}
        next={nextDueAt(stats)}
        atRisk={nextIsAtRisk}
        onOpen={({ _id }) => opened.open(_id)}
      />
      <AwaitingApprovalCard count={stats?.awaiting} />
      <StatCards stats={stats} now={now} atRisk={nextIsAtRisk} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:gap-4 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className={columnClass}>
          <NextPostCard stats={stats} atRisk={nextIsAtRisk} onOpen={opened.open} />
          {connected ? <QuickActions /> : null}
          <SummaryCard user={user} stats={stats} />
        </div>
        <div className={columnClass}>
          {/* Without an account nothing is published, so in one column this card comes first. */}
          <div className={cx(!connected && 'max-xl:order-first')}>
            <InstagramCard user={user} onFailure={setFailure} />
          </div>
          <IfAllowed permission="own">
            <PlanCard user={user} />
          </IfAllowed>
          <ResourcesCard user={user} />
        </div>
      </div>
      <OpenedPostDialog user={user} opened={opened} />
    </>
  );
}

interface ConnectionFailure {
  text: string;
  /** Undefined where another attempt would end in the same way. */
  retry: (Pick<ConnectOptions, 'another' | 'login' | 'rerequest'> & { label: string }) | undefined;
}

function findRetry(error: string, login: InstagramLogin): ConnectionFailure['retry'] {
  if (isMissingPermission(error)) return { login, rerequest: true, label: 'Pedir de novo' };
  if (isAboutPage(error) && offersInstagramLogin()) {
    return { login: 'instagram', label: 'Entrar pelo Instagram' };
  }
  return isRetryable(error) ? { login, label: 'Tentar de novo' } : undefined;
}

function describeFailure(error: string, query: URLSearchParams): ConnectionFailure {
  const login = query.get('login') === 'instagram' ? 'instagram' : 'facebook';
  const retry = findRetry(error, login);
  return {
    text: connectionErrorText(error, login),
    retry: retry && { ...retry, another: query.get('another') === 'true' },
  };
}

/** The result is removed from the URL after it is read. */
function useConnectionError(): ConnectionFailure | undefined {
  const [query, setQuery] = useSearchParams();
  const value = query.get('error');
  const [failure] = useState(() => (value === null ? undefined : describeFailure(value, query)));
  useEffect(() => {
    if (value !== null) setQuery({}, { replace: true });
  }, [value, setQuery]);
  return failure;
}
