import { useReducer, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { applyEdit } from './apply-edit.ts';
import { findTokenAt, replaceTypedHashtag, type TextEdit } from '../../posts/hashtag-text.ts';
import { closedSuggestions, reduceSuggestions } from './suggestion-state.ts';
import { suggestForToken, type Habits } from './suggestions.ts';
import type { TopicIndex } from './topic-search.ts';

/** Typing and deleting, but not undo, paste or drop. */
const typingInputTypes = /^(?:insert(?:Text|CompositionText|ReplacementText)|delete)/;

const noSuggestions: readonly string[] = [];

export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  caption: string,
  sources: { habits: Habits; index: TopicIndex | null },
) {
  const [state, dispatch] = useReducer(reduceSuggestions, closedSuggestions);
  const [caret, setCaret] = useState(0);
  /** True during an insertion by the program, which must not open the suggestions. */
  const isInserting = useRef(false);
  const token = state.tokenStart === null ? null : findTokenAt(caption, caret);
  const { names } =
    token === null
      ? { names: noSuggestions }
      : suggestForToken(token, caption, sources.habits, sources.index);
  const open = token !== null && names.length > 0;

  const insert = (edit: TextEdit) => {
    if (field.current === null) return;
    isInserting.current = true;
    applyEdit(field.current, edit);
    isInserting.current = false;
  };
  const accept = (name: string) => {
    if (token !== null) insert(replaceTypedHashtag(caption, token, name));
  };
  /** `inputType` is null for a caret move. */
  const updateFromField = (target: HTMLTextAreaElement, inputType: string | null) => {
    const { value, selectionStart, selectionEnd } = target;
    setCaret(selectionEnd);
    const tokenAtCaret = selectionStart === selectionEnd ? findTokenAt(value, selectionEnd) : null;
    const tokenStart = tokenAtCaret?.start ?? null;
    const isTyped = inputType !== null && typingInputTypes.test(inputType) && !isInserting.current;
    if (!isTyped) dispatch({ type: 'caretMoved', tokenStart });
    else {
      const isComplete =
        tokenAtCaret !== null &&
        suggestForToken(tokenAtCaret, value, sources.habits, sources.index).isComplete;
      dispatch({ type: 'typed', tokenStart, isComplete });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (!open || event.nativeEvent.isComposing || shiftKey || ctrlKey || altKey || metaKey) return;
    const active = names[state.activeIndex];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      dispatch({ type: 'stepped', by: key === 'ArrowDown' ? 1 : -1, count: names.length });
    } else if ((key === 'Enter' || key === 'Tab') && active !== undefined) {
      accept(active);
    } else if (key === 'Escape') {
      dispatch({ type: 'dismissed' });
    } else return;
    event.preventDefault();
    // Otherwise the dialog around the field closes too.
    event.stopPropagation();
  };
  return {
    open,
    names: open ? names : noSuggestions,
    active: Math.min(state.activeIndex, names.length - 1),
    tokenStart: open ? state.tokenStart : null,
    accept,
    insert,
    updateFromField,
    onKeyDown,
    onBlur: () => dispatch({ type: 'left' }),
  };
}
