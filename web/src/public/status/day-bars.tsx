import { cx } from '../../ui/cx.ts';
import { classifyDay, type Component, type DayLevel } from './status-labels.ts';

/** Height and colour distinguish the days: a day without a measurement is a stub. */
const barClasses: Readonly<Record<DayLevel, string>> = {
  ok: 'h-full bg-pub',
  partly: 'h-full bg-warn',
  down: 'h-full bg-bad',
  unknown: 'h-1.5 bg-line',
};

/** Today on the right. Decorative: the table below has the data as text. */
export function DayBars({ component }: { component: Component }) {
  const { okByDay, downByDay } = component;
  return (
    <div aria-hidden="true" className="mt-3">
      <div className="flex h-7 items-end gap-px sm:gap-[3px]">
        {okByDay.map((ok, index) => (
          <span
            key={index}
            className={cx(
              'min-w-0 flex-1 rounded-[1.5px] forced-color-adjust-none [print-color-adjust:exact]',
              barClasses[classifyDay(ok, downByDay[index] ?? null)],
            )}
          />
        ))}
      </div>
      <p className="mt-1 flex justify-between text-2xs text-ink-3">
        <span>90 dias atrás</span>
        <span>Hoje</span>
      </p>
    </div>
  );
}
