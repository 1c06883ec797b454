import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import type { ReactNode } from 'react';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { formatDecimal } from '../../ui/number-format.ts';
import { describeCell, buildHoursGrid, formatHour } from './hours-grid.ts';
import { weekdays } from '../../ui/dates/weekdays.ts';

const shades = [
  'shadow-[inset_0_0_0_1px_var(--line)]',
  'bg-ink/12',
  'bg-ink/30',
  'bg-ink/65 text-on-ink',
  'bg-ink text-on-ink',
] as const;
const bestClass = 'bg-ipe text-on-ipe shadow-[inset_0_0_0_2px_var(--on-ipe)]';

const LABEL_EVERY_HOURS = 3;

export function BestHoursGrid({ hours }: { hours: AdvancedAnalytics['bestHours'] }) {
  const grid = buildHoursGrid(hours);
  return (
    <Card className="mt-3 lg:mt-4">
      <CardHeader
        title="Melhores horários"
        level="h3"
        aside={<span className="text-right text-xs text-ink-3">horário de Brasília</span>}
      />
      {grid.best.length === 0 ? (
        <p className="px-4 pt-2 pb-5 text-sm text-pretty text-ink-3 lg:px-5">
          Sem dados: o engajamento aparece aqui depois que um post sai no Instagram.
        </p>
      ) : (
        <>
          <ol className="flex flex-wrap gap-x-8 gap-y-1 px-4 pt-2.5 text-sm lg:px-5">
            {grid.best.map((each, index) => (
              <li key={each} className={index === 0 ? 'font-semibold' : 'text-ink-2'}>
                {each}
              </li>
            ))}
          </ol>
          <HoursTable grid={grid} />
          <Legend limits={grid.legend} />
        </>
      )}
    </Card>
  );
}

function scrollToBest(region: HTMLElement | null): void {
  const cell = region?.querySelector<HTMLElement>('[data-best]');
  if (region && cell) region.scrollLeft = cell.offsetLeft - region.clientWidth / 2;
}

function HoursTable({ grid }: { grid: ReturnType<typeof buildHoursGrid> }) {
  return (
    <section
      ref={scrollToBest}
      aria-label="Engajamento por dia e hora"
      // Scrolled by the keyboard where it does not fit.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative mt-3 overflow-x-auto pr-4 lg:pr-5"
    >
      <table className="tnum w-full min-w-[800px] table-fixed border-separate border-spacing-0.5 text-[11px]">
        <thead>
          <tr className="h-7 text-ink-3">
            <th scope="col" className={cx(stickyColumnClass, 'w-17 lg:w-21')}>
              <span className="sr-only">Dia da semana</span>
            </th>
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col" className="text-left font-medium">
                <span className={hour % LABEL_EVERY_HOURS === 0 ? 'whitespace-nowrap' : 'sr-only'}>
                  {formatHour(hour)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((cells, weekday) => (
            <tr key={weekdays[weekday]} className="h-8">
              <th scope="row" className={cx(stickyColumnClass, 'text-left text-xs font-medium')}>
                {weekdays[weekday]}
              </th>
              {cells.map((cell) => (
                <td
                  key={cell.hour}
                  data-best={cell.isBest || undefined}
                  className={cx(
                    'rounded-xs text-center font-semibold forced-color-adjust-none',
                    cell.isBest ? bestClass : shades[cell.shade],
                  )}
                >
                  <span className="sr-only">{describeCell(cell)}</span>
                  {cell.engagement === null ? null : (
                    <span aria-hidden="true">{formatDecimal(cell.engagement)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const stickyColumnClass = 'sticky left-0 z-[1] bg-surface pr-2 pl-4 lg:pl-5';

function Legend({ limits }: { limits: readonly string[] }) {
  return (
    <ul
      aria-label="Legenda"
      className="tnum flex flex-wrap gap-x-5 gap-y-2 px-4 pt-3 pb-4 text-2xs text-ink-2 lg:px-5 lg:pb-5"
    >
      <LegendItem colorClass={shades[0]}>sem dados</LegendItem>
      {limits.map((limit, index) => (
        <LegendItem key={limit} colorClass={shades[index + 1] ?? ''}>
          até {limit}
        </LegendItem>
      ))}
      <LegendItem colorClass={bestClass}>melhor horário</LegendItem>
    </ul>
  );
}

function LegendItem({ colorClass, children }: { colorClass: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={cx('size-4 shrink-0 rounded-xs forced-color-adjust-none', colorClass)}
      />
      {children}
    </li>
  );
}
