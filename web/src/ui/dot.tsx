import { cx } from './cx.ts';

const square = 'rounded-[1.5px] rotate-45 scale-86';
const filled = `${square} bg-bad`;
const hollow = `${square} border-2 border-bad bg-transparent`;
const scheduled = 'rounded-full bg-sched';

/** A `Map`, because statuses come from outside: an unknown one reads as scheduled. */
const shapes = new Map<string, string>([
  ['scheduled', scheduled],
  ['published', 'rounded-full bg-pub'],
  ['draft', hollow],
  ['pending', hollow],
  ['failed', filled],
  ['error', filled],
  ['expired', filled],
]);

/** A post. Decorative: the words stand beside it. */
export function Dot({
  status,
  size = 10,
  className,
}: {
  status: string;
  size?: number | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size }}
      className={cx(
        'inline-block shrink-0 forced-color-adjust-none',
        shapes.get(status) ?? scheduled,
        className,
      )}
    />
  );
}
