import type { TextEdit } from './hashtag-text.ts';

export interface TextFieldHandle {
  /** Undo reverts the edit like user input; focuses the field. */
  write: (edit: TextEdit) => void;
  field: () => HTMLElement | null;
}
