import type { ReactNode } from 'react';
import { BrasiliaClock } from './brasilia-clock.tsx';

export function PageHead({
  title,
  children,
  clockLabel,
}: {
  title: string;
  children?: ReactNode;
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
