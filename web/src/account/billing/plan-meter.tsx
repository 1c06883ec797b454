import { cx } from '../../ui/cx.ts';

interface PlanMeterProps {
  used: number;
  max: number;
  /** Sets the number of dots in a row, and their size as `--dot`. */
  className: string;
}

export function PlanMeter({ used, max, className }: PlanMeterProps) {
  return (
    <div
      // Dots, which a native meter does not draw; the library's weighs 2 kB on the calendar.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="meter"
      aria-valuemin={0}
      aria-valuemax={max}
      // The previous plan may have allowed more posts.
      aria-valuenow={Math.min(used, max)}
      aria-label="Posts usados neste mês"
      aria-valuetext={`${used} de ${max} posts usados neste mês`}
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
    </div>
  );
}
