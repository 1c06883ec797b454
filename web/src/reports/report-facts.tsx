import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import {
  failureCauseNames,
  hashtagFigures,
  hourTitle,
  inPercent,
  inPosts,
  inWhole,
  nothingKnown,
  reportParts,
} from '@pontual/contract/report-words.ts';
import type { MonthlyReport } from '@pontual/contract/reports.ts';
import type { ReactNode } from 'react';
import { MediaTypeIcon } from '../posts/media-type-icon.tsx';
import { Card, CardHeader } from '../ui/card.tsx';

interface PartProps {
  title: string;
  /** Said where there is nothing else. */
  nothing: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Part({ title, nothing, isEmpty, children }: PartProps) {
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={title} />
      {isEmpty ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">{nothing}</p>
      ) : (
        <ul className="px-4 pt-2 pb-3 text-sm lg:px-5">{children}</ul>
      )}
    </Card>
  );
}

const line = 'flex min-h-11 items-center justify-between gap-4 border-line py-1 not-first:border-t';

/** How what went out falls into types; the longest bar is the type that is used most. */
export function Types({ types }: { types: MonthlyReport['types'] }) {
  const most = Math.max(1, ...types.map(({ count }) => count));
  return (
    <Part title={reportParts.types} nothing={nothingKnown.types} isEmpty={types.length === 0}>
      {types.map(({ type, count, share, avgEngagement }) => (
        <li key={type} className="grid gap-1.5 py-2">
          <span className="flex items-center gap-2 font-medium">
            <MediaTypeIcon type={type} size={17} />
            {mediaTypeNames[type]}
            <span className="tnum ml-auto font-semibold">{inPercent(share)}</span>
          </span>
          <svg aria-hidden="true" width="100%" height="10" className="rounded-full bg-sunken">
            <rect
              width={`${(count / most) * 100}%`}
              height="10"
              rx="5"
              className="fill-ink forced-color-adjust-none"
            />
          </svg>
          <span className="tnum flex justify-between text-xs text-ink-3">
            {inPosts(count)}
            <span>
              {avgEngagement === null
                ? 'engajamento sem dados'
                : `${inPercent(avgEngagement)} de engajamento`}
            </span>
          </span>
        </li>
      ))}
    </Part>
  );
}

export function Hours({ hours }: { hours: MonthlyReport['bestHours'] }) {
  return (
    <Part title={reportParts.hours} nothing={nothingKnown.hours} isEmpty={hours.length === 0}>
      {hours.map((slot) => (
        <li key={hourTitle(slot)} className={line}>
          <span className="tnum">
            <span className="font-medium">{hourTitle(slot)}</span>{' '}
            <span className="text-ink-3">({inPosts(slot.posts)})</span>
          </span>
          <span className="tnum font-semibold">
            {inPercent(slot.avgEngagement)}
            <span className="sr-only"> de engajamento</span>
          </span>
        </li>
      ))}
    </Part>
  );
}

export function Hashtags({ hashtags }: { hashtags: MonthlyReport['hashtags'] }) {
  const figures = hashtags === null ? [] : hashtagFigures(hashtags);
  return (
    <Part title={reportParts.hashtags} nothing={nothingKnown.hashtags} isEmpty={hashtags === null}>
      {figures.map(({ label, value }) => (
        <li key={label} className={line}>
          {label}
          <span className="tnum font-semibold">{value}</span>
        </li>
      ))}
    </Part>
  );
}

export function Failures({ failures }: { failures: MonthlyReport['failures'] }) {
  const isEmpty = failures.length === 0;
  return (
    <Part title={reportParts.failures} nothing={nothingKnown.failures} isEmpty={isEmpty}>
      {failures.map(({ cause, count }) => (
        <li key={cause} className={line}>
          {failureCauseNames[cause]}
          <span className="tnum font-semibold">
            {inWhole(count)}
            <span className="sr-only"> {count === 1 ? 'post' : 'posts'}</span>
          </span>
        </li>
      ))}
    </Part>
  );
}
