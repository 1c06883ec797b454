import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { cx } from '../cx.ts';
import { useMinute } from './use-minute.ts';

export function BrasiliaClock({
  label = 'Brasília',
  className,
}: {
  label?: string | undefined;
  className?: string | undefined;
}) {
  const now = useMinute();
  return (
    <p className={cx('inline-flex items-baseline gap-2 text-xs text-ink-3', className)}>
      <time
        dateTime={now.toISOString()}
        className="font-heading text-lg leading-none font-semibold text-ink"
      >
        {formatTime(now)}
      </time>
      {label}
    </p>
  );
}
