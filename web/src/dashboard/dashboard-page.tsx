import { connectionErrorText } from '@pontual/contract/instagram.ts';
import type { postStats } from '@pontual/contract/posts.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { User } from '@pontual/contract/auth.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../api/session.tsx';
import { usePostStats } from '../posts/lists.queries.ts';
import { useMinute } from '../shell/minute.ts';
import { PageHead } from '../shell/page-head.tsx';
import { PlanBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { InstagramCard } from './instagram-card.tsx';
import { NextPostCard } from './next-post-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatCards } from './stat-cards.tsx';
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
  nextPost: null,
};

export function DashboardPage() {
  const { user } = useSession();
  return user === null ? null : <Dashboard user={user} />;
}

function Dashboard({ user }: { user: User }) {
  const now = useMinute();
  const query = usePostStats();
  const connectionError = useConnectionError();
  const [failure, setFailure] = useState(connectionError);
  // Numbers that were good stay, even when fetching them again has failed.
  const stats = query.data ?? (query.isError ? noStats : undefined);
  const connected = user.instagramAccountId !== null;

  return (
    <>
      <title>Dashboard · Pontual</title>
      <PageHead title={greeting(now)}>
        <p className="mt-1.5 flex flex-wrap items-center gap-2.5 text-sm text-ink-2">
          <span className="min-w-0 wrap-anywhere">{user.email}</span>
          <PlanBadge plan={user.plan} />
        </p>
      </PageHead>
      {failure === undefined ? null : (
        <Notice tone="bad" live className="mb-4">
          {failure}
        </Notice>
      )}
      {query.isError ? (
        <Notice
          tone="warn"
          live
          className="mb-4 items-center"
          action={
            <Button variant="ghost" size="sm" onClick={() => void query.refetch()}>
              Tentar de novo
            </Button>
          }
        >
          Não foi possível carregar os números dos seus posts.
        </Notice>
      ) : null}
      <StatCards stats={stats} now={now} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:gap-4 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
          <NextPostCard stats={stats} invites={!connected} />
          {connected ? <QuickActions /> : null}
        </div>
        {/* Nothing goes out without an account: on a phone that comes first. */}
        <div className={cx(!connected && 'max-lg:order-first')}>
          <InstagramCard user={user} onFailure={setFailure} />
        </div>
      </div>
    </>
  );
}

/** What the connection flow came back with, taken out of the URL once it has been read. */
function useConnectionError(): string | undefined {
  const [query, setQuery] = useSearchParams();
  const value = query.get('error');
  const [text] = useState(value === null ? undefined : connectionErrorText(value));
  // The address bar is outside React.
  useEffect(() => {
    if (value !== null) setQuery({}, { replace: true });
  }, [value, setQuery]);
  return text;
}
