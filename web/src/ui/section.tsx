import { use, type ReactNode } from 'react';
import { SectionLevel } from './section-level.ts';

interface SectionProps {
  title: ReactNode;
  aside?: string;
  /** The title of the dialog serves as the heading. */
  isInDialog?: boolean;
  children: ReactNode;
}

export function Section({ title, aside, isInDialog = false, children }: SectionProps) {
  const Heading = use(SectionLevel) === 2 ? 'h2' : 'h4';
  const asideText =
    aside === undefined ? null : <span className="text-xs font-normal text-ink-3">{aside}</span>;
  if (isInDialog) {
    return (
      <div>
        <div className="mb-2 flex items-baseline justify-between gap-3 text-sm font-semibold">
          {title}
          {asideText}
        </div>
        {children}
      </div>
    );
  }
  return (
    <section className="mt-[22px] border-t border-line pt-5 lg:mt-7 lg:pt-[26px]">
      <div className="mb-3.5 flex items-baseline justify-between gap-3">
        <Heading className="font-heading text-[1.375rem] leading-[1.2]! font-bold tracking-[-.02em]">
          {title}
        </Heading>
        {asideText}
      </div>
      {children}
    </section>
  );
}
