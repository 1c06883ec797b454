import type { TextEdit } from './hashtag-text.ts';

/** How another control writes into a text field. */
export interface TextFieldHandle {
  /** As if its user had, so that undoing takes it back; the focus is in the field afterwards. */
  write: (edit: TextEdit) => void;
  /** Where one writes. */
  field: () => HTMLElement | null;
}
