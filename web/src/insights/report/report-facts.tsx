import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  failureCauseNames,
  hashtagFigures,
  hourTitle,
  formatReportPercent,
  formatPostCount,
  formatWhole,
  emptySectionTexts,
  sectionTitles,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import type { ReactNode } from 'react';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';

interface FactListProps {
  title: string;
  emptyText: string;
  isEmpty: boolean;
  children: ReactNode;
}

function FactList({ title, emptyText, isEmpty, children }: FactListProps) {
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={title} />
      {isEmpty ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">{emptyText}</p>
      ) : (
        <ul className="px-4 pt-2 pb-3 text-sm lg:px-5">{children}</ul>
      )}
    </Card>
  );
}

const lineClass =
  'flex min-h-11 items-center justify-between gap-4 border-line py-1 not-first:border-t';

export function Types({ types }: { types: MonthlyReport['types'] }) {
  const maxCount = Math.max(1, ...types.map(({ count }) => count));
  return (
    <FactList
      title={sectionTitles.types}
      emptyText={emptySectionTexts.types}
      isEmpty={types.length === 0}
    >
      {types.map(({ type, count, share, avgEngagement }) => (
        <li key={type} className="grid gap-1.5 py-2">
          <span className="flex items-center gap-2 font-medium">
            <MediaTypeIcon type={type} size={17} />
            {mediaTypeNames[type]}
            <span className="tnum ml-auto font-semibold">{formatReportPercent(share)}</span>
          </span>
          <svg aria-hidden="true" width="100%" height="10" className="rounded-full bg-sunken">
            <rect
              width={`${(count / maxCount) * 100}%`}
              height="10"
              rx="5"
              className="fill-ink forced-color-adjust-none"
            />
          </svg>
          <span className="tnum flex justify-between text-xs text-ink-3">
            {formatPostCount(count)}
            <span>
              {avgEngagement === null
                ? 'engajamento sem dados'
                : `${formatReportPercent(avgEngagement)} de engajamento`}
            </span>
          </span>
        </li>
      ))}
    </FactList>
  );
}

export function Hours({ hours }: { hours: MonthlyReport['bestHours'] }) {
  return (
    <FactList
      title={sectionTitles.hours}
      emptyText={emptySectionTexts.hours}
      isEmpty={hours.length === 0}
    >
      {hours.map((slot) => (
        <li key={hourTitle(slot)} className={lineClass}>
          <span className="tnum">
            <span className="font-medium">{hourTitle(slot)}</span>{' '}
            <span className="text-ink-3">({formatPostCount(slot.posts)})</span>
          </span>
          <span className="tnum font-semibold">
            {formatReportPercent(slot.avgEngagement)}
            <span className="sr-only"> de engajamento</span>
          </span>
        </li>
      ))}
    </FactList>
  );
}

export function Hashtags({ hashtags }: { hashtags: MonthlyReport['hashtags'] }) {
  const figures = hashtags === null ? [] : hashtagFigures(hashtags);
  return (
    <FactList
      title={sectionTitles.hashtags}
      emptyText={emptySectionTexts.hashtags}
      isEmpty={hashtags === null}
    >
      {figures.map(({ label, value }) => (
        <li key={label} className={lineClass}>
          {label}
          <span className="tnum font-semibold">{value}</span>
        </li>
      ))}
    </FactList>
  );
}

export function Failures({ failures }: { failures: MonthlyReport['failures'] }) {
  const isEmpty = failures.length === 0;
  return (
    <FactList
      title={sectionTitles.failures}
      emptyText={emptySectionTexts.failures}
      isEmpty={isEmpty}
    >
      {failures.map(({ cause, count }) => (
        <li key={cause} className={lineClass}>
          {failureCauseNames[cause]}
          <span className="tnum font-semibold">
            {formatWhole(count)}
            <span className="sr-only"> {count === 1 ? 'post' : 'posts'}</span>
          </span>
        </li>
      ))}
    </FactList>
  );
}
