import { cx } from '../../ui/cx.ts';

export function Illustration({ name, className }: { name: string; className?: string }) {
  return (
    <img
      src={`/landing/${name}.svg`}
      alt=""
      width="400"
      height="500"
      loading="lazy"
      className={cx('object-cover', className)}
    />
  );
}
