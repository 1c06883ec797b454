import { Meter } from '@base-ui/react/meter';
import { cx } from '../ui/cx.ts';

interface PlanMeterProps {
  used: number;
  max: number;
  /** Says how many dots stand in a row, and their size as `--dot`. */
  className: string;
}

/** One dot for each post of the month: used, the next one, still free. */
export function PlanMeter({ used, max, className }: PlanMeterProps) {
  return (
    <Meter.Root
      max={max}
      // A plan that was left may have allowed more.
      value={Math.min(used, max)}
      aria-label="Posts usados neste mês"
      getAriaValueText={() => `${used} de ${max} posts usados neste mês`}
      className={cx('grid justify-between', className)}
    >
      {Array.from({ length: max }, (_, index) => (
        <i
          key={index}
          className={cx(
            'size-(--dot) rounded-full forced-color-adjust-none',
            index < used && 'bg-ink',
            index === used && 'bg-ipe shadow-[0_0_0_1.5px_var(--ipe-ring)]',
            index > used && 'opacity-55 shadow-[inset_0_0_0_1.5px_var(--line-strong)]',
          )}
        />
      ))}
    </Meter.Root>
  );
}
