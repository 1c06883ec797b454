import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import {
  accountLines,
  describeReportDay,
  headlineFigures,
  emptySectionTexts,
  describeReach,
  sectionTitles,
} from '@pontual/contract/insights/report-text.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { TopPosts } from '../analytics/top-posts.tsx';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { MonthBars } from './month-bars.tsx';
import { Failures, Hashtags, Hours, Types } from './report-facts.tsx';

const columnClass = 'grid grid-cols-[minmax(0,1fr)] content-start gap-3 lg:gap-4';

/** The report keeps its colours in print. */
export function ReportBody({ report }: { report: MonthlyReport }) {
  return (
    <div className={cx(columnClass, '[print-color-adjust:exact]')}>
      <HeadFigures report={report} />
      <MonthBars
        title={sectionTitles.days}
        days={report.days}
        readValue={({ published }) => published}
        describeDay={describeReportDay}
        showAllValues
      />
      <MonthBars
        title={sectionTitles.reach}
        days={report.days}
        readValue={({ reach }) => reach}
        describeDay={describeReach}
        emptyText={emptySectionTexts.reach}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:gap-4 xl:grid-cols-2 print:grid-cols-2">
        <Profile grid={report.grid} />
        <div className={columnClass}>
          <Types types={report.types} />
          <Hours hours={report.bestHours} />
          <Hashtags hashtags={report.hashtags} />
          <Failures failures={report.failures} />
        </div>
      </div>
      <TopPosts posts={report.topPosts} level="h2" className="break-inside-avoid" />
    </div>
  );
}

function HeadFigures({ report }: { report: MonthlyReport }) {
  return (
    <div>
      <dl className="grid grid-cols-2 gap-2.5 lg:grid-cols-4 lg:gap-4 print:grid-cols-4">
        {headlineFigures(report).map(({ label, value, comparison }) => (
          <div
            key={label}
            className="grid content-between gap-1 rounded-lg border border-line bg-surface px-4 py-3 lg:px-5 lg:py-4"
          >
            <dt className="text-sm font-semibold text-ink-2">{label}</dt>
            <dd className="grid gap-1">
              <span
                className={cx(
                  'figure-big',
                  /\d/.test(value) ? 'text-[2.25rem] lg:text-3xl' : 'py-2 text-xl',
                )}
              >
                {value}
              </span>
              <span className="text-xs text-ink-3">{comparison}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-pretty text-ink-2">
        {accountLines(report).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}

function Profile({ grid }: { grid: MonthlyReport['grid'] }) {
  return (
    <Card className="break-inside-avoid overflow-hidden">
      <CardHeader title={sectionTitles.grid} />
      {grid.length === 0 ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">
          {emptySectionTexts.grid}
        </p>
      ) : (
        <ul aria-label={sectionTitles.grid} className="mt-4 grid grid-cols-3 gap-0.5">
          {grid.map((post) => (
            <Tile key={post._id} post={post} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Tile({ post }: { post: MonthlyReport['grid'][number] }) {
  const { mediaType, caption, scheduledTime, thumbnailUrl: url } = post;
  const day = formatDayMonth(new Date(scheduledTime));
  return (
    <li className="relative">
      <span className="sr-only">
        {mediaTypeNames[mediaType]}, {day}: {caption === '' ? 'sem legenda' : caption}
      </span>
      <MediaThumb
        item={url === null ? undefined : { type: 'image', url, thumbnailUrl: url }}
        type={mediaType}
        eager
        className="aspect-[3/4] w-full"
      />
      {mediaType === 'IMAGE' ? null : (
        <span
          aria-hidden="true"
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-ink text-on-ink"
        >
          <MediaTypeIcon type={mediaType} size={14} />
        </span>
      )}
    </li>
  );
}
