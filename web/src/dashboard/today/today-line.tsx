import { dayKey, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { DayLineAxis, toPercent } from '../../composer/when/day-line-axis.tsx';
import { buildDayAxis, visibleSpanOf } from '../../composer/when/day-line.ts';
import { useIsAtRisk } from '../../posts/issues/issues-queries.ts';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { DayLinePostButton, DayLineOverflowLink } from './day-line-buttons.tsx';
import { layoutDayLine } from './day-line-layout.ts';

interface TodayLineProps {
  now: Date;
  posts: readonly Post[] | undefined;
  isMissing: boolean;
  onOpen: (post: Post) => void;
}

/** The minimum distance in px to adjacent posts for a picture. */
const MIN_GAP_PX = 48;
const MIN_GAP_ON_PHONE_PX = 36;

const noPosts: readonly Post[] = [];

/** From 6:00 to midnight, or from midnight when a post is due before 6:00. */
export function TodayLine({ now, posts, isMissing, onOpen }: TodayLineProps) {
  const { width, ref } = useWidth<HTMLDivElement>();
  const minGap = useIsWide() ? MIN_GAP_PX : MIN_GAP_ON_PHONE_PX;
  const dayPosts = posts ?? noPosts;
  const isAtRisk = useIsAtRisk();
  const times = dayPosts.map(({ scheduledTime }) => new Date(scheduledTime ?? ''));
  const span = visibleSpanOf(dayKey(now), [now, ...times]);
  const axis = buildDayAxis({ ...span, now });
  const { linePosts, overflows } = layoutDayLine(dayPosts, span, {
    width,
    minGap,
    now: axis.nowPosition,
    isAtRisk,
  });
  return (
    <div className="mt-5 lg:mt-6 lg:px-3">
      <div ref={ref} className="relative h-[130px] lg:h-[150px]">
        <div aria-hidden="true">
          <DayLineAxis axis={axis} />
          {axis.nowPosition === null ? null : (
            <NowMarker position={axis.nowPosition} time={formatTime(now)} />
          )}
        </div>
        {posts === undefined && !isMissing ? <TodayLineSkeleton /> : null}
        {posts?.length === 0 ? (
          <p
            style={{ left: toPercent(labelPosition(axis.nowPosition)) }}
            className="absolute bottom-16 -translate-x-1/2 text-sm whitespace-nowrap text-ink-3 lg:bottom-18"
          >
            Nenhum post hoje.
          </p>
        ) : null}
        {/* Positions on the line require its width. */}
        {width === 0 || linePosts.length === 0 ? null : (
          <ol aria-label="Posts de hoje">
            {linePosts.map((place) => (
              <DayLinePostButton
                key={place.post._id}
                linePost={place}
                atRisk={isAtRisk(place.post)}
                onOpen={onOpen}
              />
            ))}
            {overflows.map((rest) => (
              <DayLineOverflowLink key={rest.time.getTime()} overflow={rest} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

/** The label is centered in the longer part of the line. */
const labelPosition = (now: number | null) =>
  now !== null && now < 0.5 ? (1 + now) / 2 : (now ?? 1) / 2;

/** The label stays within the card when the current time is near an end. */
function NowMarker({ position, time }: { position: number; time: string }) {
  return (
    <>
      <span
        style={{ left: toPercent(position) }}
        className="absolute top-2 bottom-[19px] w-0.5 -translate-x-1/2 bg-ink forced-mark"
      />
      <i
        style={{ left: toPercent(position) }}
        // The dot covers the dot of a post that is due now; the picture of the post stays visible.
        className="pointer-events-none absolute bottom-[23px] z-[2] size-4 -translate-x-1/2 rounded-full bg-ipe forced-color-adjust-none shadow-[0_0_0_2px_var(--ink)]"
      />
      <b
        style={{ left: `clamp(24px, ${toPercent(position)}, calc(100% - 24px))` }}
        className="tnum absolute -top-2.5 -translate-x-1/2 rounded-full bg-ipe px-[9px] font-heading text-2xs leading-[22px] font-bold whitespace-nowrap text-on-ipe"
      >
        <span className="max-lg:hidden">agora </span>
        {time}
      </b>
    </>
  );
}

function TodayLineSkeleton() {
  return (
    <Skeleton className="absolute inset-x-0 top-7 flex justify-around lg:top-10">
      {Array.from({ length: 3 }, (_, index) => (
        <SkeletonBar key={index} className="h-10 w-8 rounded-sm! lg:h-[58px] lg:w-[46px]" />
      ))}
    </Skeleton>
  );
}
