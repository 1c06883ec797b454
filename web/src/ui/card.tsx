import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={cx('rounded-lg border border-line bg-surface', className)} />
  );
}

export function CardHeader({
  title,
  aside,
  titleRef,
  level: Heading = 'h2',
}: {
  title: ReactNode;
  aside?: ReactNode;
  /** For when the focused element is removed. */
  titleRef?: Ref<HTMLHeadingElement>;
  level?: 'h2' | 'h3' | undefined;
}) {
  return (
    <div className="flex items-center justify-between gap-3 px-4 pt-4 lg:px-5 lg:pt-[18px]">
      <Heading ref={titleRef} tabIndex={titleRef === undefined ? undefined : -1} className="h-card">
        {title}
      </Heading>
      {aside}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('p-4 lg:p-5', className)} />;
}
