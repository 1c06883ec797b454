import { formatDayMonth, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { ReactNode } from 'react';
import { formatCount } from '../../ui/number-format.ts';
import { findBest, listSegments, type MetricSeries } from './account-series.ts';

const percent = (part: number): string => `${part * 100}%`;
/** As a fraction of the height, so that the edges clip neither line nor dot. */
const MARGIN = 0.06;
const yOf = (height: number): string => percent(1 - MARGIN - height * (1 - 2 * MARGIN));

export const formatChartDay = (date: string): string => formatDayMonth(startOfDay(date));

interface ChartProps {
  title: string;
  figure: string;
  subtitle: string;
  series: MetricSeries;
  /** Decorative: the table below the charts has the data as text. */
  children: ReactNode;
}

export function Chart({ title, figure, subtitle, series, children }: ChartProps) {
  const first = series.points[0];
  const last = series.points.at(-1);
  if (first === undefined || last === undefined) {
    return (
      <div>
        <h4 className="text-sm font-semibold text-ink-2">{title}</h4>
        <p className="mt-1.5 text-sm text-ink-3">Sem dados.</p>
      </div>
    );
  }
  return (
    <div>
      <h4 className="text-sm font-semibold text-ink-2">{title}</h4>
      <p className="mt-1 figure-big text-2xl">{figure}</p>
      <p className="mt-0.5 text-xs text-ink-3">{subtitle}</p>
      <div
        aria-hidden="true"
        className="tnum mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-[11px] leading-none! text-ink-3"
      >
        <span className="flex flex-col items-end justify-between">
          <span>{formatCount(series.high)}</span>
          {series.low === series.high ? null : <span>{formatCount(series.low)}</span>}
        </span>
        <svg width="100%" height="132" className="overflow-visible border-b-2 border-ink">
          {children}
        </svg>
        <span className="col-start-2 flex justify-between gap-4 pt-2">
          <span>{formatChartDay(first.date)}</span>
          {last === first ? null : <span>{formatChartDay(last.date)}</span>}
        </span>
      </div>
    </div>
  );
}

export function SeriesLine({ series }: { series: MetricSeries }) {
  const xOf = (index: number) => percent(series.days === 1 ? 0.5 : index / (series.days - 1));
  const last = series.points.at(-1);
  return (
    <>
      {listSegments(series).map(([from, to]) => (
        <line
          key={to.index}
          x1={xOf(from.index)}
          y1={yOf(from.height)}
          x2={xOf(to.index)}
          y2={yOf(to.height)}
          strokeWidth="2.5"
          strokeLinecap="round"
          className="stroke-ink"
        />
      ))}
      {series.points.map(({ index, height }) => (
        <circle key={index} cx={xOf(index)} cy={yOf(height)} r="1.25" className="fill-ink" />
      ))}
      {last === undefined ? null : (
        <circle
          cx={xOf(last.index)}
          cy={yOf(last.height)}
          r="5"
          strokeWidth="2"
          className="fill-ipe stroke-ink"
        />
      )}
    </>
  );
}

export function Bars({ series }: { series: MetricSeries }) {
  const best = findBest(series);
  const width = 1 / series.days;
  return series.points.map((point) => (
    <rect
      key={point.index}
      x={percent((point.index + 0.14) * width)}
      width={percent(width * 0.72)}
      y={percent(1 - point.height)}
      height={percent(point.height)}
      strokeWidth={point === best ? 2 : 0}
      className={point === best ? 'fill-ipe stroke-ink' : 'fill-ink'}
    />
  ));
}
