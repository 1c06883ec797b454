import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function SkeletonBar({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block rounded-full bg-hover', className)} />;
}

/** Appears after 400 ms, so a fast response never shows it. */
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

/** The previous data, dimmed while the next ones load. */
export function DimWhileBusy({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={busy || undefined}
      className={cx('transition-opacity', busy && 'opacity-55 delay-200')}
    >
      {children}
    </div>
  );
}
