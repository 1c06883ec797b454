import type { ReactNode } from 'react';
import { BrasiliaClock } from './brasilia-clock.tsx';

/** The head of a page in the app: title, a line under it, the clock. */
export function PageHead({
  title,
  children,
  clockLabel,
}: {
  title: string;
  children?: ReactNode;
  /** The word beside the clock. */
  clockLabel?: string | undefined;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:mb-6">
      <div className="min-w-0">
        <h1 className="h-page">{title}</h1>
        {children}
      </div>
      <BrasiliaClock label={clockLabel} className="max-lg:hidden" />
    </div>
  );
}
