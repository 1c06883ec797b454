import { connectionErrorText, isMissingPermission } from '@pontual/contract/instagram.ts';
import type { Need } from '@pontual/contract/needs.ts';
import type { postStats } from '@pontual/contract/posts.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { User } from '@pontual/contract/auth.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Only, useMay } from '../api/may.tsx';
import { hasFailed } from '../api/has-failed.ts';
import { failedOtherwise } from '../api/no-line.ts';
import { useSession } from '../api/session.tsx';
import { NeedsWatch } from '../needs/needs-watch.tsx';
import { useIsAtRisk } from '../needs/needs.queries.ts';
import { paths } from '../paths.ts';
import { usePostStats } from '../posts/lists.queries.ts';
import { AwaitingAccount } from '../posts/create/keep/awaiting-account.tsx';
import { useOpenedPost } from '../posts/schedule/use-opened-post.ts';
import { useMinute } from '../shell/minute.ts';
import { PageHead } from '../shell/page-head.tsx';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { PlanBadge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { ConnectButton } from '../instagram/connect-button.tsx';
import { accountSearch } from '../instagram/use-account-param.ts';
import { AwaitingLine } from './awaiting-line.tsx';
import { CheckoutReturn } from './checkout/checkout-return.tsx';
import { InstagramCard } from './instagram-card.tsx';
import { NextPostCard } from './next-post-card.tsx';
import { OpenedPost } from './opened-post.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { ResourcesCard } from './resources-card.tsx';
import { StatCards } from './stat-cards.tsx';
import { SummaryCard } from './summary-card.tsx';
import { TodayCard } from './today/today-card.tsx';
import { greeting } from './when.ts';

export type Stats = DataOf<typeof postStats>;

/** What is shown when the numbers cannot be fetched (specification, section 3). */
const noStats: Stats = {
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

/** Of two; below `xl` their cards are one column, in an order of its own. */
const column = 'max-xl:contents xl:grid xl:grid-cols-[minmax(0,1fr)] xl:gap-4';

function nextOf(stats: Stats | undefined): Date | null {
  const time = stats?.nextPost?.scheduledTime ?? null;
  return time ? new Date(time) : null;
}

/** The timeline, narrowed to what failed of the account of a need. */
const failedPosts = ({ account }: Need) =>
  `${paths.schedule}?status=failed${accountSearch(account?.instagramAccountId, '&')}#timeline`;

export function DashboardPage() {
  const { user } = useSession();
  return user === null ? null : <Dashboard user={user} />;
}

function Dashboard({ user }: { user: User }) {
  const now = useMinute();
  const query = usePostStats();
  const connectionError = useConnectionError();
  const [failure, setFailure] = useState(connectionError?.text);
  // Numbers that were good stay, even when fetching them again has failed.
  const isMissing = hasFailed(query);
  const isTold = query.data === undefined ? isMissing : failedOtherwise(query);
  const stats = query.data ?? (isMissing ? noStats : undefined);
  const connected = user.instagramAccountId !== null;
  const opened = useOpenedPost();
  const may = useMay('edit');
  const navigate = useNavigate();
  const isAtRisk = useIsAtRisk();
  const next = stats?.nextPost ?? null;
  const nextIsAtRisk = next !== null && isAtRisk(next);

  return (
    <>
      <title>Dashboard · Pontual</title>
      <NeedsWatch onOpen={opened.open} onShowAll={(need) => void navigate(failedPosts(need))} />
      <PageHead title={greeting(now)}>
        <p className="mt-1.5 flex flex-wrap items-center gap-2.5 text-sm text-ink-2">
          <span className="min-w-0 wrap-anywhere">{user.email}</span>
          <PlanBadge plan={user.plan} />
        </p>
      </PageHead>
      <CheckoutReturn />
      {failure === undefined ? null : (
        <Notice
          tone="bad"
          live
          className="mb-4 max-sm:flex-wrap"
          action={
            connectionError?.canAskAgain ? (
              <Only need="own">
                <ConnectButton
                  again
                  another={connectionError.adds}
                  onFailure={setFailure}
                  label="Pedir de novo"
                />
              </Only>
            ) : undefined
          }
        >
          {failure}
        </Notice>
      )}
      <AwaitingAccount user={user} className="mb-4" />
      {isTold ? (
        <RetryNotice query={query} className="mb-4 items-center">
          Não foi possível carregar os números dos seus posts.
        </RetryNotice>
      ) : null}
      <TodayCard
        now={now}
        next={nextOf(stats)}
        atRisk={nextIsAtRisk}
        onOpen={({ _id }) => opened.open(_id)}
      />
      <AwaitingLine count={stats?.awaiting} />
      <StatCards stats={stats} now={now} atRisk={nextIsAtRisk} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:gap-4 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className={column}>
          <NextPostCard
            stats={stats}
            atRisk={nextIsAtRisk}
            invites={!connected && may}
            onOpen={opened.open}
          />
          {connected ? <QuickActions /> : null}
          <SummaryCard user={user} stats={stats} />
        </div>
        <div className={column}>
          {/* Nothing goes out without an account: where all stands in one column, that comes first. */}
          <div className={cx(!connected && 'max-xl:order-first')}>
            <InstagramCard user={user} onFailure={setFailure} />
          </div>
          <Only need="own">
            <PlanCard user={user} />
          </Only>
          <ResourcesCard user={user} />
        </div>
      </div>
      <OpenedPost user={user} opened={opened} />
    </>
  );
}

interface ConnectionFailure {
  text: string;
  /** Facebook's window can be made to ask once more for what is missing. */
  canAskAgain: boolean;
  /** One more account was to be connected. */
  adds: boolean;
}

/** What the connection flow came back with, taken out of the URL once it has been read. */
function useConnectionError(): ConnectionFailure | undefined {
  const [query, setQuery] = useSearchParams();
  const value = query.get('error');
  const [failure] = useState<ConnectionFailure | undefined>(
    value === null
      ? undefined
      : {
          text: connectionErrorText(value),
          canAskAgain: isMissingPermission(value),
          adds: query.get('another') === 'true',
        },
  );
  // The address bar is outside React.
  useEffect(() => {
    if (value !== null) setQuery({}, { replace: true });
  }, [value, setQuery]);
  return failure;
}
