import { CircleAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

export function RowMessage(props: { isWarning: boolean; icon?: LucideIcon; children: ReactNode }) {
  const { isWarning, icon: Icon = isWarning ? TriangleAlert : CircleAlert, children } = props;
  return (
    <p
      className={cx(
        'mt-2 flex items-start gap-1.5 text-xs font-medium',
        isWarning ? 'text-warn-text' : 'text-bad-text',
      )}
    >
      <Icon size={15} className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
