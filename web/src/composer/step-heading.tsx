import type { ReactNode, Ref } from 'react';
import type { Frame } from './wizard-state.ts';

interface StepHeadingProps {
  frame: Frame;
  ref: Ref<HTMLHeadingElement>;
  title: string;
  children: ReactNode;
}

export function StepHeading({ frame, ref, title, children }: StepHeadingProps) {
  const Heading = frame === 'page' ? 'h1' : 'h3';
  return (
    <>
      <Heading
        ref={ref}
        tabIndex={-1}
        className="font-heading text-[1.75rem] leading-[1.05]! font-bold tracking-[-.03em] shadow-none! outline-none! lg:text-[2.25rem]"
      >
        {title}
      </Heading>
      <p className="mt-1.5 mb-[18px] max-w-[600px] text-[1rem] text-pretty text-ink-2 lg:mt-2 lg:mb-[26px]">
        {children}
      </p>
    </>
  );
}
