import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { formatCount } from '../../ui/number-format.ts';

type Day = MonthlyReport['days'][number];

interface MonthBarsProps {
  title: string;
  days: readonly Day[];
  /** Null when unknown; draws no bar. */
  readValue: (day: Day) => number | null;
  describeDay: (day: Day) => string;
  showAllValues?: boolean;
  emptyText?: string;
}

const isLabelledOnPhone = (day: number): boolean => day === 1 || day % 5 === 0;

export function MonthBars(props: MonthBarsProps) {
  const { title, days, readValue, describeDay, showAllValues = false, emptyText } = props;
  const values = days.map(readValue);
  const maxValue = Math.max(1, ...values.map((value) => value ?? 0));
  const best = values.indexOf(maxValue);
  if (emptyText !== undefined && values.every((value) => value === null)) {
    return (
      <Card className="break-inside-avoid">
        <CardHeader title={title} />
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">{emptyText}</p>
      </Card>
    );
  }
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={title} />
      <ol
        aria-label={title}
        className="grid auto-cols-fr grid-flow-col px-3 pt-4 pb-4 lg:px-[17px] lg:pb-[18px]"
      >
        {days.map((day, index) => (
          <li key={day.date} className="min-w-0">
            <span className="sr-only">{describeDay(day)}</span>
            <Bar
              value={values[index] ?? 0}
              maxValue={maxValue}
              isBest={index === best}
              showValue={showAllValues}
            />
            <span
              aria-hidden="true"
              className="tnum flex justify-center border-t-2 border-ink pt-1.5 text-[11px] leading-[1.3] text-ink-3"
            >
              <span
                className={cx(!isLabelledOnPhone(index + 1) && 'max-lg:invisible print:visible!')}
              >
                {index + 1}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface BarProps {
  value: number;
  maxValue: number;
  isBest: boolean;
  showValue: boolean;
}

function Bar({ value, maxValue, isBest, showValue }: BarProps) {
  return (
    <div
      aria-hidden="true"
      className="box-content flex h-28 flex-col items-center justify-end px-px pt-5 lg:h-32 lg:px-[3px] print:h-24 print:px-0.5"
    >
      {value > 0 && (isBest || showValue) ? (
        <b
          className={cx(
            'tnum mb-1 font-heading text-2xs leading-none! font-semibold whitespace-nowrap',
            !isBest && 'max-lg:hidden print:block!',
          )}
        >
          {formatCount(value)}
        </b>
      ) : null}
      {value === 0 ? null : (
        <svg
          height={`${(value / maxValue) * 100}%`}
          className={cx(
            'min-h-1 w-full max-w-[22px] shrink-0 rounded-t-xs forced-color-adjust-none',
            isBest ? 'border-2 border-b-0 border-ink bg-ipe' : 'bg-ink',
          )}
        />
      )}
    </div>
  );
}
