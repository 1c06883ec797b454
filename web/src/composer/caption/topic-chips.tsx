import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Chip } from '../../ui/chip.tsx';

interface TopicChipsProps {
  title: string;
  names: readonly string[];
  disabled: boolean;
  /** Returns true when the field had the focus and still has it. */
  onAdd: (name: string) => boolean;
  onEmpty: () => void;
}

export function TopicChips({ title, names, disabled, onAdd, onEmpty }: TopicChipsProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = (name: string, index: number) => {
    const result = { inField: false };
    flushSync(() => {
      result.inField = onAdd(name);
    });
    if (result.inField) return;
    const chips = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = chips[Math.min(index, chips.length - 1)];
    if (next === undefined) onEmpty();
    else next.focus({ preventScroll: true });
  };
  return (
    <div className="mt-4">
      <p id={id} className="mb-2 text-xs text-ink-3">
        {title}
      </p>
      <ul ref={list} aria-labelledby={id} className="flex flex-wrap gap-2">
        {names.map((name, index) => (
          <li key={name} className="max-w-full">
            <Chip
              disabled={disabled}
              className="max-w-full"
              // Keeps the focus in the field, and so the keyboard of a phone open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(name, index)}
            >
              <span className="truncate">#{name}</span>
            </Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}
