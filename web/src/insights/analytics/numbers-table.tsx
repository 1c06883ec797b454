import type { ReactNode } from 'react';

interface Column {
  label: string;
  /** The visible text; screen readers get the label. */
  short?: string;
}

interface NumbersTableProps {
  label: string;
  columns: readonly Column[];
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[] }[];
}

const cell =
  'px-1 text-right first:sticky first:left-0 first:z-[1] first:bg-surface first:pl-4 first:text-left last:pr-4 lg:px-2 lg:first:pl-5 lg:last:pr-5 2xl:px-2.5';

export function NumbersTable({ label, columns, rows }: NumbersTableProps) {
  return (
    <section
      aria-label={label}
      // Scrolled by the keyboard where it does not fit.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto rounded-b-lg"
    >
      <table className="w-full border-collapse text-xs whitespace-nowrap lg:text-sm">
        <thead>
          <tr className="h-11 text-2xs text-ink-2 lg:text-xs">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={`${cell} font-semibold`}>
                {column.short === undefined ? (
                  column.label
                ) : (
                  <>
                    <span className="sr-only">{column.label}</span>
                    <span aria-hidden="true">{column.short}</span>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tnum">
          {rows.map(({ key, head, cells }) => (
            <tr key={key} className="h-12 border-t border-line">
              <th scope="row" className={`${cell} font-medium`}>
                {head}
              </th>
              {cells.map((each, index) => (
                <td key={columns[index + 1]?.label} className={cell}>
                  {each}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
