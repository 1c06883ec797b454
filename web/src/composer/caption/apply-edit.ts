import type { TextEdit } from '../../posts/hashtag-text.ts';

// `execCommand` is deprecated but the only way that adds one browser undo step: assigning the value or a
// range breaks Ctrl+Z. Where the browser refuses the command, the text is set without undo.
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
