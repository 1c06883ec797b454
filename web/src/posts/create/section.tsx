import type { ReactNode } from 'react';

/** One part of the form: a hairline, its title, a remark at the right. */
export function Section(props: { title: ReactNode; aside?: string; children: ReactNode }) {
  return (
    <section className="mt-[22px] border-t border-line pt-5 lg:mt-7 lg:pt-[26px]">
      <div className="mb-3.5 flex items-baseline justify-between gap-3">
        <h4 className="font-heading text-[1.375rem] leading-[1.2]! font-bold tracking-[-.02em]">
          {props.title}
        </h4>
        {props.aside === undefined ? null : (
          <span className="text-xs text-ink-3">{props.aside}</span>
        )}
      </div>
      {props.children}
    </section>
  );
}
