import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMemo, useRef, useState } from 'react';
import { hasReportableError } from '../api/connection-errors.ts';
import { useIsAtRisk } from '../posts/issues/issues-queries.ts';
import { QueryState } from '../ui/page/query-state.tsx';
import { RetryAlert } from '../ui/page/retry-alert.tsx';
import { Select } from '../ui/select.tsx';
import { DimWhileBusy, SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import {
  useDrafts,
  useEarlierPosts,
  useRetryPosts,
  useUpcomingPosts,
  type LoadedPosts,
} from '../posts/lists-queries.ts';
import { noPostFilter, statusOptions, typeOptions, type PostFilter } from '../posts/post-filter.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { timelineGroups, undatedDrafts } from './timeline-groups.ts';
import { getDueAt } from '../posts/due-at.ts';
import { Timeline } from './timeline.tsx';

interface TimelinePanelProps {
  now: Date;
  connected: boolean;
  filter: PostFilter;
  hasApprovals: boolean;
  onFilter: (filter: PostFilter) => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
}

/** Published and failed posts lie in the past; posts that await approval may. */
const showsPast = ({ status }: PostFilter) =>
  status === 'published' || status === 'failed' || status === 'awaiting';

const noPosts: LoadedPosts = { posts: [], total: 0 };

export function TimelinePanel(props: TimelinePanelProps) {
  const { now, connected, filter, hasApprovals, onFilter, onOpen, onCreate } = props;
  const today = dayKey(now);
  const [isEarlierRequested, setEarlierRequested] = useState(false);
  const showsEarlier = isEarlierRequested || showsPast(filter);
  const upcoming = useUpcomingPosts(today, filter);
  const earlier = useEarlierPosts(today, filter, showsEarlier);
  const drafts = useDrafts();
  const isAtRisk = useIsAtRisk();
  const retry = useRetryPosts();
  const title = useRef<HTMLHeadingElement>(null);
  const upcomingPosts = upcoming.data ?? noPosts;
  const earlierPosts = (showsEarlier ? earlier.data : undefined) ?? noPosts;
  const undated = drafts.data;
  const groups = useMemo(
    () =>
      timelineGroups(
        [...earlierPosts.posts, ...upcomingPosts.posts, ...undatedDrafts(undated, filter)],
        now,
      ),
    [earlierPosts.posts, upcomingPosts.posts, undated, filter, now],
  );
  const hasLoadMoreFailed =
    hasReportableError(earlier) || (hasReportableError(upcoming) && upcoming.data !== undefined);
  const reveal = useReveal(earlierPosts.posts, hasLoadMoreFailed);

  const showEarlier = () => {
    reveal.begin();
    if (showsEarlier) void earlier.fetchNextPage();
    else setEarlierRequested(true);
  };

  return (
    <section aria-labelledby="timeline" className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {/* Next to the calendar the timeline is visible, so a URL with its hash must not scroll the page. */}
        <h2
          ref={title}
          id="timeline"
          tabIndex={-1}
          className="h-card max-lg:scroll-mt-18 min-[1280px]:scroll-mt-[100vh]"
        >
          Timeline
        </h2>
        <div className="flex flex-wrap gap-1.5">
          <Select
            label="Status"
            options={
              hasApprovals || filter.status === 'awaiting'
                ? statusOptions
                : statusOptions.filter(({ value }) => value !== 'awaiting')
            }
            value={filter.status}
            onValue={(status) => onFilter({ ...filter, status })}
          />
          <Select
            label="Tipo"
            options={typeOptions}
            value={filter.mediaType}
            onValue={(mediaType) => onFilter({ ...filter, mediaType })}
          />
        </div>
      </div>
      {hasLoadMoreFailed ? (
        <RetryAlert
          query={{ isFetching: earlier.isFetching || upcoming.isFetching, refetch: retry }}
          focusAfter={title}
          className="mt-3 items-center"
        >
          Nem todos os posts carregaram.
        </RetryAlert>
      ) : null}
      <QueryState
        query={{ ...upcoming, refetch: retry }}
        failed={{
          title: 'A timeline não carregou',
          fallback: 'Tente de novo em instantes.',
          isBare: true,
        }}
        loading={<TimelineSkeleton />}
        focusAfter={title}
      >
        {() => (
          <DimWhileBusy busy={upcoming.isPlaceholderData}>
            <Timeline
              groups={groups}
              earlier={{
                remaining: Math.max(0, earlier.count - earlierPosts.posts.length),
                isLoading: earlier.isFetchingNextPage || (showsEarlier && earlier.isPending),
                onShowMore: showEarlier,
              }}
              later={{
                remaining: upcomingPosts.total - upcomingPosts.posts.length,
                isLoading: upcoming.isFetchingNextPage,
                onShowMore: () => void upcoming.fetchNextPage(),
              }}
              now={now}
              isAtRisk={isAtRisk}
              connected={connected}
              filter={filter}
              target={reveal.day}
              onTargetReached={reveal.end}
              onOpen={onOpen}
              onCreate={onCreate}
              onClearFilter={() => onFilter(noPostFilter)}
            />
          </DimWhileBusy>
        )}
      </QueryState>
    </section>
  );
}

/** Returns one day before the previous first day; it gets the focus, as the pressed button may be gone. */
function useReveal(earlier: readonly Post[], hasFailed: boolean) {
  const [shown, setShown] = useState<number | null>(null);
  const [day, setDay] = useState<DayKey | null>(null);
  const next = shown === null ? undefined : earlier[shown];
  const dueAt = next === undefined ? null : getDueAt(next);
  if (dueAt !== null) {
    setShown(null);
    setDay(dayKey(dueAt));
  } else if (hasFailed && shown !== null) {
    setShown(null);
  }
  return {
    day,
    begin: () => setShown(earlier.length),
    end: () => setDay(null),
  };
}

function TimelineSkeleton() {
  return (
    <Skeleton className="pt-5">
      <SkeletonBar className="h-4 w-40" />
      {[72, 54, 66].map((width) => (
        <div key={width} className="flex items-center gap-4 pt-6">
          <SkeletonBar className="h-3.5 w-11" />
          <SkeletonBar className="size-3" />
          <SkeletonBar className="h-15 w-12 rounded-sm!" />
          <div className="grid flex-1 gap-2">
            <SkeletonBar className="h-3 w-1/3" />
            <span style={{ width: `${width}%` }}>
              <SkeletonBar className="h-3 w-full" />
            </span>
          </div>
        </div>
      ))}
    </Skeleton>
  );
}
