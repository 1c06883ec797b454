import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { failedOtherwise } from '../../api/no-line.ts';
import { useIsAtRisk } from '../../needs/needs.queries.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import {
  useDrafts,
  useEarlierPosts,
  useRetryPosts,
  useUpcomingPosts,
  type FirstPosts,
} from '../lists.queries.ts';
import { everyPost, statusOptions, typeOptions, type PostFilter } from '../post-filter.ts';
import type { DayKey } from './month-grid.ts';
import { plannedAt, timelineGroups, undatedDrafts } from './timeline-groups.ts';
import { Timeline } from './timeline.tsx';

interface TimelinePanelProps {
  now: Date;
  connected: boolean;
  filter: PostFilter;
  /** Some post needs an approval, or once did. */
  approvals: boolean;
  onFilter: (filter: PostFilter) => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
}

/** What went out, or did not, lies behind; what waits may. */
const liesBehind = ({ status }: PostFilter) =>
  status === 'published' || status === 'failed' || status === 'awaiting';

const none: FirstPosts = { posts: [], total: 0 };

/** The timeline with its states: loading, failed, shown. Opens at today. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { now, connected, filter, approvals, onFilter, onOpen, onCreate } = props;
  const today = dayKey(now);
  const [asked, setAsked] = useState(false);
  const showsEarlier = asked || liesBehind(filter);
  const upcoming = useUpcomingPosts(today, filter);
  const earlier = useEarlierPosts(today, filter, showsEarlier);
  const drafts = useDrafts();
  const isAtRisk = useIsAtRisk();
  const retry = useRetryPosts();
  const ahead = upcoming.data ?? none;
  const before = (showsEarlier ? earlier.data : undefined) ?? none;
  const undated = drafts.data;
  const groups = useMemo(
    () => timelineGroups([...before.posts, ...ahead.posts, ...undatedDrafts(undated, filter)], now),
    [before.posts, ahead.posts, undated, filter, now],
  );
  const furtherFailed =
    failedOtherwise(earlier) || (failedOtherwise(upcoming) && upcoming.data !== undefined);
  const reveal = useReveal(before.posts, furtherFailed);

  const showEarlier = () => {
    reveal.begin();
    if (showsEarlier) void earlier.fetchNextPage();
    else setAsked(true);
  };

  return (
    <section aria-labelledby="timeline" className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {/* Beside the calendar it is in sight, and an address that names it moves nothing. */}
        <h2
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
              // One that is chosen stays there.
              approvals || filter.status === 'awaiting'
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
      {upcoming.isPending ? <TimelineBones /> : null}
      {upcoming.isError && upcoming.data === undefined ? (
        <ErrorState
          title="A timeline não carregou"
          message={upcoming.error.message}
          actions={
            <Button variant="ink" busy={upcoming.isFetching} onClick={retry}>
              Tentar novamente
            </Button>
          }
        />
      ) : null}
      {furtherFailed ? (
        <Notice
          tone="bad"
          live
          className="mt-3"
          action={
            <button type="button" className="text-link" onClick={retry}>
              Tentar novamente
            </button>
          }
        >
          Nem todos os posts carregaram.
        </Notice>
      ) : null}
      {upcoming.data === undefined ? null : (
        <Waiting busy={upcoming.isPlaceholderData}>
          <Timeline
            groups={groups}
            earlier={{
              left: Math.max(0, earlier.count - before.posts.length),
              isLoading: earlier.isFetchingNextPage || (showsEarlier && earlier.isPending),
              onShow: showEarlier,
            }}
            later={{
              left: ahead.total - ahead.posts.length,
              isLoading: upcoming.isFetchingNextPage,
              onShow: () => void upcoming.fetchNextPage(),
            }}
            now={now}
            isAtRisk={isAtRisk}
            connected={connected}
            filter={filter}
            target={reveal.day}
            onReached={reveal.end}
            onOpen={onOpen}
            onCreate={onCreate}
            onWiden={() => onFilter(everyPost)}
          />
        </Waiting>
      )}
    </section>
  );
}

/**
 * The day to go to when earlier posts have come: the eye goes on where it was, one day further
 * back, for the button that was pressed may be gone.
 */
function useReveal(earlier: readonly Post[], hasFailed: boolean) {
  const [shown, setShown] = useState<number | null>(null);
  const [day, setDay] = useState<DayKey | null>(null);
  const next = shown === null ? undefined : earlier[shown];
  const at = next === undefined ? null : plannedAt(next);
  if (at !== null) {
    setShown(null);
    setDay(dayKey(at));
  } else if (hasFailed && shown !== null) {
    setShown(null);
  }
  return {
    day,
    begin: () => setShown(earlier.length),
    end: () => setDay(null),
  };
}

/** Dims what was asked for before, until the answer is there; one that comes soon shows nothing of it. */
function Waiting({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={busy || undefined}
      className={cx('transition-opacity', busy && 'opacity-55 delay-200')}
    >
      {children}
    </div>
  );
}

function TimelineBones() {
  return (
    <Skeleton className="pt-5">
      <Bone className="h-4 w-40" />
      {[72, 54, 66].map((width) => (
        <div key={width} className="flex items-center gap-4 pt-6">
          <Bone className="h-3.5 w-11" />
          <Bone className="size-3" />
          <Bone className="h-15 w-12 rounded-sm!" />
          <div className="grid flex-1 gap-2">
            <Bone className="h-3 w-1/3" />
            <span style={{ width: `${width}%` }}>
              <Bone className="h-3 w-full" />
            </span>
          </div>
        </div>
      ))}
    </Skeleton>
  );
}
