import { cx } from './cx.ts';

const square = 'rounded-[1.5px] rotate-45 scale-86';
const failedShape = `${square} bg-bad`;
const draftShape = `${square} border-2 border-bad bg-transparent`;
const scheduledShape = 'rounded-full bg-sched';

/** The status comes from the server: an unknown one is shown as scheduled. */
const shapes = new Map<string, string>([
  ['scheduled', scheduledShape],
  ['awaiting', 'rounded-full border-2 border-sched'],
  ['published', 'rounded-full bg-pub'],
  ['draft', draftShape],
  ['pending', draftShape],
  ['failed', failedShape],
  ['error', failedShape],
  ['expired', failedShape],
]);

/** In px. Classes, because a plain page must not contain inline styles. */
const sizes = {
  7: 'size-[7px]',
  8: 'size-2',
  9: 'size-[9px]',
  10: 'size-2.5',
  12: 'size-3',
  14: 'size-3.5',
  18: 'size-4.5',
} as const;

/** Decorative: a text next to it names the status. */
export function Dot({
  status,
  size = 10,
  className,
}: {
  status: string;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block shrink-0 forced-color-adjust-none',
        sizes[size],
        shapes.get(status) ?? scheduledShape,
        className,
      )}
    />
  );
}
