import { useId, type ReactNode } from 'react';
import type { FormFile } from '../form.rules.ts';
import { PickedThumb } from '../picked-thumb.tsx';

interface ItemPickerProps {
  label: string;
  files: readonly FormFile[];
  selectable: readonly FormFile[];
  selectedUrl: string;
  /** Null for a file without a value. */
  getMark: (file: FormFile) => { label: string; badge: ReactNode } | null;
  onChoose: (url: string) => void;
}

export function ItemPicker({
  label,
  files,
  selectable,
  selectedUrl,
  getMark,
  onChoose,
}: ItemPickerProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="-m-1 flex gap-2 overflow-x-auto p-1">
        {selectable.map((file) => {
          const mark = getMark(file);
          const item = `Item ${files.indexOf(file) + 1}`;
          return (
            <label
              key={file.url}
              className="relative grid w-16 shrink-0 cursor-pointer justify-items-center gap-1 rounded-md border-2 border-transparent p-1 text-2xs text-ink-2 hover:bg-hover has-checked:border-ink has-checked:font-semibold has-checked:text-ink has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line)"
            >
              <input
                type="radio"
                className="sr-only"
                name={name}
                aria-label={[item, file.file.name, ...(mark === null ? [] : [mark.label])].join(
                  ', ',
                )}
                checked={file.url === selectedUrl}
                onChange={() => onChoose(file.url)}
              />
              <PickedThumb file={file} className="size-12 rounded-sm" />
              {item}
              {mark === null ? null : (
                <span
                  aria-hidden="true"
                  className="tnum absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 font-semibold text-on-ink"
                >
                  {mark.badge}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
