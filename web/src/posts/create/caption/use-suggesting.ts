import { useReducer, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { applyEdit } from './apply-edit.ts';
import { tokenAt, tokenReplaced, type Edit } from './hashtag-text.ts';
import { closed, suggest } from './suggesting.ts';
import { suggestionsFor, type Habits } from './suggestions.ts';
import type { TopicIndex } from './topic-search.ts';

/** Typing and deleting; not undoing, nor what is pasted or dropped. */
const typing = /^(?:insert(?:Text|CompositionText|ReplacementText)|delete)/;

const none: readonly string[] = [];

/** The suggestions for the hashtag at the caret of a field, and what keys and pointers do to them. */
export function useSuggesting(
  field: RefObject<HTMLTextAreaElement | null>,
  caption: string,
  known: { habits: Habits; index: TopicIndex | null },
) {
  const [state, dispatch] = useReducer(suggest, closed);
  const [caret, setCaret] = useState(0);
  /** What is written for the user asks for no suggestions. */
  const writing = useRef(false);
  const token = state.at === null ? null : tokenAt(caption, caret);
  const { names } =
    token === null ? { names: none } : suggestionsFor(token, caption, known.habits, known.index);
  const open = token !== null && names.length > 0;

  const write = (edit: Edit) => {
    if (field.current === null) return;
    writing.current = true;
    applyEdit(field.current, edit);
    writing.current = false;
  };
  const take = (name: string) => {
    if (token !== null) write(tokenReplaced(caption, token, name));
  };
  /** After the text changed or the caret moved. `inputType` is how it was changed. */
  const follow = (target: HTMLTextAreaElement, inputType: string | null) => {
    const { value, selectionStart, selectionEnd } = target;
    setCaret(selectionEnd);
    const here = selectionStart === selectionEnd ? tokenAt(value, selectionEnd) : null;
    const at = here?.start ?? null;
    const typed = inputType !== null && typing.test(inputType) && !writing.current;
    if (!typed) dispatch({ type: 'caretMoved', at });
    else {
      const complete =
        here !== null && suggestionsFor(here, value, known.habits, known.index).complete;
      dispatch({ type: 'typed', at, complete });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    // What an input method is composing is its own until it is done.
    if (!open || event.nativeEvent.isComposing || shiftKey || ctrlKey || altKey || metaKey) return;
    const active = names[state.active];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      dispatch({ type: 'stepped', by: key === 'ArrowDown' ? 1 : -1, count: names.length });
    } else if ((key === 'Enter' || key === 'Tab') && active !== undefined) {
      take(active);
    } else if (key === 'Escape') {
      dispatch({ type: 'dismissed' });
    } else return;
    event.preventDefault();
    // The dialog around the field stays.
    event.stopPropagation();
  };
  return {
    open,
    names: open ? names : none,
    active: Math.min(state.active, names.length - 1),
    /** Where the hashtag starts that is being typed. */
    at: open ? state.at : null,
    take,
    write,
    follow,
    onKeyDown,
    onBlur: () => dispatch({ type: 'left' }),
  };
}
