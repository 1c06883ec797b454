import type { TextEdit } from './hashtag-text.ts';

/** Lets another control write into a text field. */
export interface TextFieldHandle {
  /** Applies an edit like user input, so that undo reverts it, and focuses the field. */
  write: (edit: TextEdit) => void;
  field: () => HTMLElement | null;
}
