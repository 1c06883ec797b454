import { formatDate, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { ChevronDown } from 'lucide-react';
import { describeAvailability, type Status } from './status-labels.ts';

const cell =
  'border-t border-line px-3 py-2.5 text-left first:sticky first:left-0 first:z-[1] first:bg-surface first:pl-4 last:pr-4';

export function DayTable({ status }: { status: Status }) {
  const { components } = status;
  const days = status.days.map((day, index) => ({ day, index })).toReversed();
  return (
    <details className="group mt-4 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-3 font-semibold lg:px-5 [&::-webkit-details-marker]:hidden">
        Ver dia a dia
        <ChevronDown size={18} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <section
        aria-label="Dia a dia"
        // Scrolled by the keyboard where it does not fit.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative max-h-[480px] overflow-auto rounded-b-lg print:max-h-none"
      >
        <table className="tnum w-full border-collapse text-xs whitespace-nowrap lg:text-sm">
          <thead>
            <tr>
              <th scope="col" className={cell}>
                Dia
              </th>
              {components.map(({ id, name }) => (
                <th key={id} scope="col" className={cell}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, index }) => (
              <tr key={day}>
                <th scope="row" className={`${cell} font-medium`}>
                  {formatDate(startOfDay(day))}
                </th>
                {components.map(({ id, okByDay, measuredByDay }) => (
                  <td key={id} className={cell}>
                    {describeAvailability(okByDay[index] ?? null, measuredByDay[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
