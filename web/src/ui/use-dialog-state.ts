import { useState } from 'react';

export interface DialogState<T> {
  /** Changes at each opening, so that the dialog begins anew; null before the first. */
  key: number | null;
  /** Stays while the dialog closes; null before the first opening. */
  value: T | null;
  open: boolean;
  show: (value: T) => void;
  close: () => void;
}

/** Returns the state of a dialog that keeps its content while it closes and begins anew at each opening. */
export function useDialogState<T = true>(): DialogState<T> {
  const [state, setState] = useState<Pick<DialogState<T>, 'key' | 'value' | 'open'>>({
    key: null,
    value: null,
    open: false,
  });
  return {
    ...state,
    show: (value) => setState(({ key }) => ({ key: (key ?? 0) + 1, value, open: true })),
    close: () => setState((last) => ({ ...last, open: false })),
  };
}
