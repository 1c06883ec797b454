import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { useCountBefore, useRetryPosts, useTimelinePosts } from '../posts.queries.ts';
import { addDays, addMonths, firstDay, monthOfDay, type DayKey } from './month-grid.ts';
import { timelineGroups } from './timeline-groups.ts';
import { Timeline } from './timeline.tsx';

interface TimelinePanelProps {
  now: Date;
  connected: boolean;
  /** The day to go to, and how to say that it was reached. */
  target: DayKey | null;
  onTarget: (day: DayKey | null) => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
}

const DAYS_BACK = 30;
/** How much further back each further look goes. */
const MONTHS_BACK = 6;

/** The timeline with its states: loading, failed, shown. Opens at today. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { now, connected, target, onTarget, onOpen, onCreate } = props;
  const today = dayKey(now);
  const [asked, setAsked] = useState({ from: addDays(today, -DAYS_BACK), earlier: false });
  const posts = useTimelinePosts(asked.from);
  const before = useCountBefore(asked.from);
  const retry = useRetryPosts();
  const groups = useMemo(() => timelineGroups(posts.data ?? [], now), [posts.data, now]);

  // A day that is asked for may lie before what is shown, or before what was fetched.
  if (target !== null && target < today) {
    const from = firstDay(monthOfDay(target));
    if (from < asked.from) setAsked({ from, earlier: true });
    else if (!asked.earlier) setAsked({ ...asked, earlier: true });
  }

  const earlier = groups.earlier.reduce((sum, group) => sum + group.posts.length, 0);
  const showEarlier = () => {
    const firstLook = !asked.earlier && earlier > 0;
    const from = firstDay(addMonths(monthOfDay(asked.from), -MONTHS_BACK));
    setAsked({ from: firstLook ? asked.from : from, earlier: true });
    // The button may be gone afterwards. The eye goes on where it was, one day further back.
    const next = firstLook ? groups.earlier.at(-1) : (groups.earlier[0] ?? groups.days[0]);
    onTarget(next?.key ?? null);
  };

  return (
    <section aria-labelledby="timeline" className="min-w-0">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h2 id="timeline" className="h-card">
          Timeline
        </h2>
      </div>
      {posts.isPending ? <TimelineBones /> : null}
      {posts.isError && posts.data === undefined ? (
        <ErrorState
          title="A timeline não carregou"
          message={posts.error.message}
          actions={
            <Button variant="ink" busy={posts.isFetching} onClick={retry}>
              Tentar novamente
            </Button>
          }
        />
      ) : null}
      {posts.data === undefined ? null : (
        <Timeline
          groups={groups}
          hidden={asked.earlier ? before : before + earlier}
          showEarlier={asked.earlier}
          onShowEarlier={showEarlier}
          now={now}
          connected={connected}
          target={target}
          onReached={() => onTarget(null)}
          onOpen={onOpen}
          onCreate={onCreate}
        />
      )}
    </section>
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
