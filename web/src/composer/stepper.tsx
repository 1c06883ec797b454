import { Check } from 'lucide-react';
import { cx } from '../ui/cx.ts';

const steps = ['Upload', 'Tipo', 'Detalhes'] as const;

/** A skipped step appears as done. */
export function Stepper({ current }: { current: 'upload' | 'type' | 'details' | 'done' }) {
  const currentIndex = ['upload', 'type', 'details', 'done'].indexOf(current);
  return (
    <ol aria-label="Etapas" className="flex items-center">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index === currentIndex ? 'step' : undefined}
          className={cx(
            'flex items-center gap-1.5 text-sm sm:gap-2.5',
            index > 0 &&
              'before:ml-1.5 before:mr-1.5 before:h-0.5 before:w-5 sm:before:mx-2.5 sm:before:w-[26px] lg:before:mr-3.5 lg:before:ml-4 lg:before:w-16',
            index <= currentIndex ? 'before:bg-ink' : 'before:bg-line',
            index === currentIndex && 'font-bold',
            index > currentIndex && 'font-medium text-ink-3',
            index < currentIndex && 'font-medium',
          )}
        >
          <StepMark
            state={index < currentIndex ? 'done' : index === currentIndex ? 'current' : 'next'}
          />
          <span className={cx(index !== currentIndex && 'max-lg:sr-only')}>
            {name}
            {index < currentIndex ? <span className="sr-only"> (concluída)</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ state }: { state: 'done' | 'current' | 'next' }) {
  if (state === 'done') {
    return (
      <i className="grid size-[22px] place-items-center rounded-full bg-ink text-on-ink forced-colors:border">
        <Check size={13} className="stroke-[2.5]!" />
      </i>
    );
  }
  return (
    <i
      className={
        state === 'current'
          ? 'size-[18px] rounded-full bg-ipe forced-color-adjust-none shadow-[0_0_0_2.5px_var(--ipe-ring)]'
          : 'size-3.5 rounded-full shadow-[inset_0_0_0_2px_var(--line-strong)] forced-colors:border-2'
      }
    />
  );
}
