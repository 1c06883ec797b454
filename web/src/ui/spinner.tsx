import { cx } from './cx.ts';

/** Decorative: the caller also describes the activity as text. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent opacity-90',
        className,
      )}
    />
  );
}
