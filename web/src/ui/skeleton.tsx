import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** One grey bar of a skeleton; give it its size. */
export function SkeletonBar({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block rounded-full bg-hover', className)} />;
}

/** Stands in for content that loads, in its real layout; a fast answer never shows it (400 ms). */
export function Skeleton({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div aria-busy="true" className={cx('animate-late', className)}>
      <output className="sr-only">Carregando</output>
      {children}
    </div>
  );
}
