import { cx } from '../../ui/cx.ts';

const TODAY = 9;
const publishedDays = new Set([1, 2, 3, 4, 5, 8]);
const scheduledDays = new Set([10, 11, 12, 13, 15, 16, 18, 20, 23, 24, 30]);

function dayColor(day: number): string | undefined {
  if (day === TODAY) return '#FFBF1F';
  if (publishedDays.has(day)) return '#177A48';
  return scheduledDays.has(day) ? '#2360D8' : undefined;
}

/** June 2026 begins on a Monday. */
export function MonthGraphic() {
  return (
    <div className="grid size-full place-items-center border-l border-line bg-[#1b1916] text-ink scheme-dark">
      <div className="w-[min(78%,560px)]">
        <p className="mb-7 flex items-baseline justify-between font-heading text-[2.5rem] leading-none font-bold tracking-[-.03em]">
          junho
          <small className="font-sans text-[1rem] font-medium tracking-normal text-ink-2">
            cada ponto, um post
          </small>
        </p>
        <svg viewBox="0 0 720 620" className="w-full">
          {Array.from({ length: 42 }, (_, cell) => (
            <Day
              key={cell}
              day={cell}
              x={60 + (cell % 7) * 100}
              y={60 + Math.floor(cell / 7) * 100}
            />
          ))}
        </svg>
        <p className="mt-6 flex flex-wrap gap-x-[18px] gap-y-1.5 text-sm text-ink-2">
          <LegendItem colour="bg-[#2360d8]">Agendado</LegendItem>
          <LegendItem colour="bg-[#177a48]">Publicado</LegendItem>
          <LegendItem colour="bg-[#ffbf1f]">Hoje</LegendItem>
        </p>
      </div>
    </div>
  );
}

function Day({ day, x, y }: { day: number; x: number; y: number }) {
  const inMonth = day >= 1 && day <= 30;
  const fill = dayColor(day);
  return (
    <>
      {fill === undefined ? (
        <circle
          cx={x}
          cy={y}
          r="33"
          fill="none"
          stroke="#F8F3E9"
          strokeOpacity={inMonth ? 0.34 : 0.14}
          strokeWidth="2.5"
        />
      ) : (
        <circle cx={x} cy={y} r="36" fill={fill} />
      )}
      {inMonth ? (
        <text
          x={x}
          y={y + 10}
          textAnchor="middle"
          fill={day === TODAY ? '#1B1916' : '#F8F3E9'}
          opacity={fill === undefined ? 0.6 : 1}
          className="font-heading text-[28px] font-semibold"
        >
          {day}
        </text>
      ) : null}
    </>
  );
}

function LegendItem({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <i className={cx('size-2.5 rounded-full', colour)} />
      {children}
    </span>
  );
}
