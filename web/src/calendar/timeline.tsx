import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { CalendarPlus, ChevronDown, ChevronUp } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import { IfAllowed } from '../api/permissions.tsx';
import type { IsAtRisk } from '../posts/issues/at-risk.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useLoadMoreFocus } from '../ui/use-load-more-focus.ts';
import { isFiltered, type PostFilter } from '../posts/post-filter.ts';
import { dotStatus } from '../posts/status-label.tsx';
import { postCount } from './day-cell-label.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { NowRow, rowGridClass } from './now-row.tsx';
import { CalendarPostRow } from './calendar-post-row.tsx';
import { usePartialList } from './use-partial-list.ts';
import type { DayGroup, TimelineGroups } from './timeline-groups.ts';
import { countdown } from '../ui/dates/day-text.ts';
import { isDueAfter, getDueAt } from '../posts/due-at.ts';

interface MorePosts {
  remaining: number;
  isLoading: boolean;
  onShowMore: () => void;
}

export interface TimelineProps {
  groups: TimelineGroups;
  earlier: MorePosts;
  later: MorePosts;
  now: Date;
  isAtRisk: IsAtRisk;
  connected: boolean;
  filter: PostFilter;
  target: DayKey | null;
  onTargetReached: () => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
  onClearFilter: () => void;
}

export function Timeline(props: TimelineProps) {
  const { groups, earlier, later, target, onTargetReached } = props;
  const days = [...groups.earlier, ...groups.days];
  // The first and the last day may not be loaded completely.
  const incompleteDays = new Set([
    earlier.remaining > 0 ? days[0]?.key : undefined,
    later.remaining > 0 ? days.at(-1)?.key : undefined,
  ]);
  const { list, beforeLoad } = useLoadMoreFocus<HTMLDivElement>();
  return (
    <>
      <ShowMoreButton
        more={earlier}
        icon={<ChevronUp size={16} />}
        text={earlier.remaining === 1 ? '1 post anterior' : `${earlier.remaining} posts anteriores`}
      />
      <div ref={list}>
        {days.map((group) => (
          <Day
            key={group.key}
            group={group}
            isIncomplete={incompleteDays.has(group.key)}
            next={groups.next}
            now={props.now}
            isAtRisk={props.isAtRisk}
            connected={props.connected}
            onOpen={props.onOpen}
            isTarget={group.key === target}
            onTargetReached={onTargetReached}
          />
        ))}
      </div>
      <ShowMoreButton
        more={{
          ...later,
          onShowMore: () => {
            beforeLoad();
            later.onShowMore();
          },
        }}
        icon={<ChevronDown size={16} />}
        text={`mais (${later.remaining})`}
      />
      <EmptyTimeline {...props} />
      {groups.undated.length > 0 ? (
        <UndatedDrafts
          posts={groups.undated}
          isAtRisk={props.isAtRisk}
          connected={props.connected}
          onOpen={props.onOpen}
        />
      ) : null}
    </>
  );
}

function UndatedDrafts(
  props: Pick<TimelineProps, 'isAtRisk' | 'connected' | 'onOpen'> & { posts: readonly Post[] },
) {
  const { visible, remaining, onShowMore } = usePartialList(props.posts);
  const { list, beforeLoad } = useLoadMoreFocus<HTMLOListElement>();
  return (
    <section aria-labelledby="rascunhos">
      <h3 id="rascunhos" className={headingClass}>
        <b className="h-card">Rascunhos</b>
      </h3>
      <ol ref={list}>
        {visible.map((post) => (
          <li key={post._id}>
            <CalendarPostRow
              post={post}
              isAtRisk={props.isAtRisk(post)}
              countdown={null}
              connected={props.connected}
              onOpen={props.onOpen}
            />
          </li>
        ))}
      </ol>
      <ShowMoreButton
        more={{
          remaining,
          isLoading: false,
          onShowMore: () => {
            beforeLoad();
            onShowMore();
          },
        }}
        icon={<ChevronDown size={16} />}
        text={`mais (${remaining})`}
      />
    </section>
  );
}

function ShowMoreButton(props: { more: MorePosts; icon: ReactNode; text: string }) {
  const { remaining, isLoading, onShowMore } = props.more;
  if (remaining === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      block
      className="mt-1.5 text-ink-2!"
      icon={props.icon}
      busy={isLoading}
      busyLabel="Carregando..."
      onClick={onShowMore}
    >
      Mostrar {props.text}
    </Button>
  );
}

function EmptyTimeline({ groups, filter, earlier, later, onCreate, onClearFilter }: TimelineProps) {
  const posts = groups.days.flatMap((group) => group.posts);
  const className = 'mt-4 rounded-lg border border-line bg-surface';
  if (isFiltered(filter)) {
    if (posts.length + groups.earlier.length + groups.undated.length > 0) return null;
    return (
      <EmptyState
        title="Nenhum post com este filtro"
        className={className}
        action={
          <Button variant="ink" onClick={onClearFilter}>
            Mostrar todos
          </Button>
        }
      >
        {earlier.remaining > 0
          ? 'De hoje em diante não há nada assim.'
          : 'Mude o filtro para ver os outros.'}
      </EmptyState>
    );
  }
  const hasUpcoming = posts.some(({ status }) => status === 'scheduled' || status === 'pending');
  if (hasUpcoming || later.remaining > 0) return null;
  return (
    <EmptyState
      title="Nenhum post agendado"
      className={className}
      action={
        <IfAllowed permission="edit">
          <Button variant="ipe" icon={<CalendarPlus size={18} />} onClick={onCreate}>
            Criar Novo Post
          </Button>
        </IfAllowed>
      }
    >
      O próximo ponto é seu.
    </EmptyState>
  );
}

const headingClass =
  'sticky top-14 z-[2] flex items-baseline gap-2 bg-paper pt-[18px] pb-2 lg:top-0';

interface TimelineEntryContext {
  next: Post | null;
  now: Date;
  isAtRisk: IsAtRisk;
  connected: boolean;
  onOpen: (post: Post) => void;
}

interface DayProps extends TimelineEntryContext {
  group: DayGroup;
  isIncomplete: boolean;
  isTarget: boolean;
  onTargetReached: () => void;
}

function Day({ group, isIncomplete, isTarget, onTargetReached, ...context }: DayProps) {
  const { now } = context;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The day may be loaded only with the last response.
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.parentElement?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
    onTargetReached();
  }, [isTarget, onTargetReached]);

  const isToday = group.title === 'Hoje';
  const later = group.posts.findIndex((post) => isDueAfter(post, now));
  const nowIndex = later === -1 ? group.posts.length : later;
  return (
    <section aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={-1} className={headingClass}>
        <b className="h-card leading-[1.2]!">{group.title}</b>
        <span className="text-xs text-ink-3">{group.detail}</span>
        {isIncomplete ? null : (
          <span className="ml-auto text-xs text-ink-3 max-lg:hidden">
            {postCount(group.posts.length)}
          </span>
        )}
      </h3>
      <ol className="relative before:absolute before:top-[26px] before:bottom-3.5 before:left-[55px] before:w-0.5 before:rounded-full before:bg-line before:forced-mark lg:before:left-[59px]">
        {group.posts.map((post, index) => (
          <Fragment key={post._id}>
            {isToday && index === nowIndex ? <NowRow now={now} /> : null}
            <TimelineEntry post={post} {...context} />
          </Fragment>
        ))}
        {isToday && nowIndex === group.posts.length ? <NowRow now={now} /> : null}
      </ol>
    </section>
  );
}

function TimelineEntry(props: TimelineEntryContext & { post: Post }) {
  const { post, next, now, isAtRisk, connected, onOpen } = props;
  const dueAt = getDueAt(post);
  const isNext = post._id === next?._id;
  return (
    <li className={cx(rowGridClass, 'relative items-start')}>
      <time
        dateTime={dueAt?.toISOString()}
        className={cx(
          'pt-[18px] font-heading text-base leading-none! font-semibold',
          dueAt !== null && dueAt <= now && 'text-ink-3',
        )}
      >
        {dueAt === null ? '' : formatTime(dueAt)}
      </time>
      <span className="relative mt-5 grid size-5 -translate-y-1 place-items-center justify-self-center rounded-full bg-paper">
        <Dot status={dotStatus(post)} size={12} />
      </span>
      <CalendarPostRow
        post={post}
        isAtRisk={isAtRisk(post)}
        countdown={isNext && dueAt !== null ? countdown(now, dueAt) : null}
        connected={connected}
        onOpen={onOpen}
      />
    </li>
  );
}
