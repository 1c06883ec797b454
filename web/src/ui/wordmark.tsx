import { cx } from './cx.ts';

/** Decorative: the link around it has the accessible name. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex items-baseline font-heading text-[26px] leading-none font-bold tracking-[-.035em] text-ink',
        className,
      )}
    >
      pontual
      <i className="ml-[.09em] size-[round(.25em,1px)] rounded-full bg-ipe" />
    </span>
  );
}
