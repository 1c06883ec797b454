import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const scheduled = 'text-sched-text';
const colours = new Map<string, string>([
  ['scheduled', scheduled],
  ['published', 'text-pub-text'],
  ['draft', 'text-ink-2'],
  ['pending', 'text-warn-text'],
  ['failed', 'text-bad-text'],
  ['error', 'text-bad-text'],
  ['expired', 'text-bad-text'],
]);

export function StatusText({
  status,
  children,
  className,
}: {
  status: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span className={cx('text-xs font-semibold', colours.get(status) ?? scheduled, className)}>
      {children}
    </span>
  );
}
