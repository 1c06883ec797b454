import { useRef } from 'react';
import { Button, type ButtonStyle } from '../ui/button.tsx';
import type { FilePicking } from './use-files.ts';

export function FileButton(
  props: ButtonStyle & {
    picking: FilePicking;
    label: string;
    replace?: boolean;
    disabled?: boolean;
    className?: string;
  },
) {
  const { picking, label, replace = false, disabled = false, ...look } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        disabled={disabled}
        multiple={picking.isMultiple}
        accept={picking.accepts}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          void picking.choose([...(currentTarget.files ?? [])], { replace });
          // Clears the value, so that the same file can be chosen again after it was refused or removed.
          currentTarget.value = '';
        }}
      />
      <Button {...look} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
