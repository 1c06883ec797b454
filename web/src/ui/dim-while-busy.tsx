import type { ReactNode } from 'react';
import { cx } from './cx.ts';

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
