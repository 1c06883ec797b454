import { cx } from '../../ui/cx.ts';
import type { DayAxis } from './day-line.ts';

export const toPercent = (position: number) => `${position * 100}%`;

/** The axis is 30 px above the bottom of its container. */
export function DayLineAxis({ axis }: { axis: DayAxis }) {
  return (
    <>
      <span className="absolute inset-x-0 bottom-[30px] h-0.5 bg-line-strong opacity-60" />
      <span
        style={{ width: toPercent(axis.pastShare) }}
        className="absolute bottom-[30px] left-0 h-0.5 bg-ink"
      />
      {axis.ticks.map(({ at, isHour }) => (
        <span
          key={at}
          style={{ left: toPercent(at) }}
          className={cx(
            'absolute top-[calc(100%-30px)] w-px -translate-x-1/2 bg-line-strong',
            isHour ? 'h-[9px]' : 'h-1',
          )}
        />
      ))}
      {axis.labels.map(({ at, text, isMajor }) => (
        <span
          key={at}
          style={{ left: toPercent(at) }}
          className={cx(
            'tnum absolute bottom-0 -translate-x-1/2 text-[11px] leading-4 text-ink-3',
            !isMajor && 'max-lg:hidden',
          )}
        >
          {text}
        </span>
      ))}
    </>
  );
}
