import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { CalendarPlus, ChevronDown, ChevronUp } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import { Only } from '../../api/may.tsx';
import type { IsAtRisk } from '../../needs/at-risk.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMoreFocus } from '../../ui/use-more-focus.ts';
import { isNarrowed, type PostFilter } from '../post-filter.ts';
import { dotOf } from '../post-state.tsx';
import { postCount } from './day-name.ts';
import type { DayKey } from './month-grid.ts';
import { NowRow, rowGrid } from './now-row.tsx';
import { PostRow } from './post-row.tsx';
import { useShown } from './use-shown.ts';
import {
  countdown,
  isAfter,
  plannedAt,
  type DayGroup,
  type TimelineGroups,
} from './timeline-groups.ts';

/** Posts beyond one end of what is shown. */
interface Further {
  left: number;
  isLoading: boolean;
  onShow: () => void;
}

export interface TimelineProps {
  groups: TimelineGroups;
  earlier: Further;
  later: Further;
  now: Date;
  isAtRisk: IsAtRisk;
  connected: boolean;
  filter: PostFilter;
  /** The day to go to once it is there. */
  target: DayKey | null;
  onReached: () => void;
  onOpen: (post: Post) => void;
  onCreate: () => void;
  /** Drops the filter. */
  onWiden: () => void;
}

export function Timeline(props: TimelineProps) {
  const { groups, earlier, later, target, onReached } = props;
  const days = [...groups.earlier, ...groups.days];
  // Of a day at either end not all may be here.
  const cut = new Set([
    earlier.left > 0 ? days[0]?.key : undefined,
    later.left > 0 ? days.at(-1)?.key : undefined,
  ]);
  const { list, begin } = useMoreFocus<HTMLDivElement>();
  return (
    <>
      <FurtherButton
        further={earlier}
        icon={<ChevronUp size={16} />}
        text={earlier.left === 1 ? '1 post anterior' : `${earlier.left} posts anteriores`}
      />
      <div ref={list}>
        {days.map((group) => (
          <Day
            key={group.key}
            group={group}
            isCut={cut.has(group.key)}
            next={groups.next}
            now={props.now}
            isAtRisk={props.isAtRisk}
            connected={props.connected}
            onOpen={props.onOpen}
            isTarget={group.key === target}
            onReached={onReached}
          />
        ))}
      </div>
      <FurtherButton
        further={{
          ...later,
          onShow: () => {
            begin();
            later.onShow();
          },
        }}
        icon={<ChevronDown size={16} />}
        text={`mais (${later.left})`}
      />
      <Nothing {...props} />
      {groups.undated.length > 0 ? (
        <Undated
          posts={groups.undated}
          isAtRisk={props.isAtRisk}
          connected={props.connected}
          onOpen={props.onOpen}
        />
      ) : null}
    </>
  );
}

/** Drafts without an hour. */
function Undated(
  props: Pick<TimelineProps, 'isAtRisk' | 'connected' | 'onOpen'> & { posts: readonly Post[] },
) {
  const { shown, left, onMore } = useShown(props.posts);
  const { list, begin } = useMoreFocus<HTMLOListElement>();
  return (
    <section aria-labelledby="rascunhos">
      <h3 id="rascunhos" className={headingClass}>
        <b className="h-card">Rascunhos</b>
      </h3>
      <ol ref={list}>
        {shown.map((post) => (
          <li key={post._id}>
            <PostRow
              post={post}
              isAtRisk={props.isAtRisk(post)}
              countdown={null}
              connected={props.connected}
              onOpen={props.onOpen}
            />
          </li>
        ))}
      </ol>
      <FurtherButton
        further={{
          left,
          isLoading: false,
          onShow: () => {
            begin();
            onMore();
          },
        }}
        icon={<ChevronDown size={16} />}
        text={`mais (${left})`}
      />
    </section>
  );
}

function FurtherButton(props: { further: Further; icon: ReactNode; text: string }) {
  const { left, isLoading, onShow } = props.further;
  if (left === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      block
      className="mt-1.5 text-ink-2!"
      icon={props.icon}
      busy={isLoading}
      busyLabel="Carregando..."
      onClick={onShow}
    >
      Mostrar {props.text}
    </Button>
  );
}

/** Said where nothing is left to go out, or nothing passes the filter. */
function Nothing({ groups, filter, earlier, later, onCreate, onWiden }: TimelineProps) {
  const posts = groups.days.flatMap((group) => group.posts);
  const className = 'mt-4 rounded-lg border border-line bg-surface';
  if (isNarrowed(filter)) {
    if (posts.length + groups.earlier.length + groups.undated.length > 0) return null;
    return (
      <EmptyState
        title="Nenhum post com este filtro"
        className={className}
        action={
          <Button variant="ink" onClick={onWiden}>
            Mostrar todos
          </Button>
        }
      >
        {earlier.left > 0
          ? 'De hoje em diante não há nada assim.'
          : 'Mude o filtro para ver os outros.'}
      </EmptyState>
    );
  }
  const goOut = posts.some(({ status }) => status === 'scheduled' || status === 'pending');
  if (goOut || later.left > 0) return null;
  return (
    <EmptyState
      title="Nenhum post agendado"
      className={className}
      action={
        <Only need="edit">
          <Button variant="ipe" icon={<CalendarPlus size={18} />} onClick={onCreate}>
            Criar Novo Post
          </Button>
        </Only>
      }
    >
      O próximo ponto é seu.
    </EmptyState>
  );
}

const headingClass =
  'sticky top-14 z-[2] flex items-baseline gap-2 bg-paper pt-[18px] pb-2 lg:top-0';

interface EntryContext {
  next: Post | null;
  now: Date;
  isAtRisk: IsAtRisk;
  connected: boolean;
  onOpen: (post: Post) => void;
}

interface DayProps extends EntryContext {
  group: DayGroup;
  /** Others of this day are not here. */
  isCut: boolean;
  isTarget: boolean;
  onReached: () => void;
}

function Day({ group, isCut, isTarget, onReached, ...context }: DayProps) {
  const { now } = context;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Scrolling and focus belong to the document; the day may have come only with the last answer.
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.parentElement?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
    onReached();
  }, [isTarget, onReached]);

  const isToday = group.title === 'Hoje';
  const later = group.posts.findIndex((post) => isAfter(post, now));
  // The line of now stands before the first post still to come.
  const nowAt = later === -1 ? group.posts.length : later;
  return (
    <section aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={-1} className={headingClass}>
        <b className="h-card leading-[1.2]!">{group.title}</b>
        <span className="text-xs text-ink-3">{group.detail}</span>
        {isCut ? null : (
          <span className="ml-auto text-xs text-ink-3 max-lg:hidden">
            {postCount(group.posts.length)}
          </span>
        )}
      </h3>
      <ol className="relative before:absolute before:top-[26px] before:bottom-3.5 before:left-[55px] before:w-0.5 before:rounded-full before:bg-line before:forced-mark lg:before:left-[59px]">
        {group.posts.map((post, index) => (
          <Fragment key={post._id}>
            {isToday && index === nowAt ? <NowRow now={now} /> : null}
            <Entry post={post} {...context} />
          </Fragment>
        ))}
        {isToday && nowAt === group.posts.length ? <NowRow now={now} /> : null}
      </ol>
    </section>
  );
}

function Entry(props: EntryContext & { post: Post }) {
  const { post, next, now, isAtRisk, connected, onOpen } = props;
  const planned = plannedAt(post);
  const isNext = post._id === next?._id;
  return (
    <li className={cx(rowGrid, 'relative items-start')}>
      <time
        dateTime={planned?.toISOString()}
        className={cx(
          'pt-[18px] font-heading text-base leading-none! font-semibold',
          planned !== null && planned <= now && 'text-ink-3',
        )}
      >
        {planned === null ? '' : formatTime(planned)}
      </time>
      <span className="relative mt-5 grid size-5 -translate-y-1 place-items-center justify-self-center rounded-full bg-paper">
        <Dot status={dotOf(post)} size={12} />
      </span>
      <PostRow
        post={post}
        isAtRisk={isAtRisk(post)}
        countdown={isNext && planned !== null ? countdown(now, planned) : null}
        connected={connected}
        onOpen={onOpen}
      />
    </li>
  );
}
