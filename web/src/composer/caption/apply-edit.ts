import type { TextEdit } from '../../posts/hashtag-text.ts';

/**
 * Writes into a field as if its user had, the caret after it, and tells React. The command is the
 * only way that leaves one step to the browser's own undo, and no other is planned: setting the
 * text, or a range of it, makes Ctrl+Z forget or damage what was typed before. Where the command is
 * refused, the text matters more than the undo.
 */
export function applyEdit(field: HTMLTextAreaElement, { start, end, text }: TextEdit): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (isDone) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}
