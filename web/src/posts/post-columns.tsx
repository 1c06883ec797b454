import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

interface PostColumnsProps {
  media: ReactNode;
  hideMediaOnPhone?: boolean;
  footer: ReactNode;
  children: ReactNode;
}

export function PostColumns({
  media,
  hideMediaOnPhone = false,
  footer,
  children,
}: PostColumnsProps) {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain lg:contents">
        <div
          className={cx(
            'flex bg-sunken p-3 lg:row-span-2 lg:min-h-0 lg:p-4',
            hideMediaOnPhone && 'max-lg:hidden',
          )}
        >
          {media}
        </div>
        <div className="flex min-h-0 flex-col">{children}</div>
      </div>
      <footer className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-3.5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] max-lg:flex-wrap max-lg:*:flex-1 lg:px-5 lg:py-3.5">
        {footer}
      </footer>
    </>
  );
}
