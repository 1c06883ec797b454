import { expect, test } from 'vitest';
import { closedSuggestions, reduceSuggestions, type SuggestionAction } from './suggestion-state.ts';

const typed = (tokenStart: number | null, isComplete = false): SuggestionAction => ({
  type: 'typed',
  tokenStart,
  isComplete,
});
const caretMoved = (tokenStart: number | null): SuggestionAction => ({
  type: 'caretMoved',
  tokenStart,
});
const step = (by: 1 | -1): SuggestionAction => ({ type: 'stepped', by, count: 3 });
const dismiss: SuggestionAction = { type: 'dismissed' };
const leaveField: SuggestionAction = { type: 'left' };

test.each<[string, SuggestionAction[], number | null, number]>([
  ['typing opens, on the first', [typed(4)], 4, 0],
  ['a whole hashtag chooses nothing', [typed(4, true)], 4, -1],
  ['walking into a hashtag opens nothing', [caretMoved(4)], null, -1],
  ['walking within it stays open', [typed(4), step(1), caretMoved(4)], 4, 1],
  ['walking out closes', [typed(4), caretMoved(null)], null, -1],
  ['down and round', [typed(4), step(1), step(1), step(1)], 4, 0],
  ['up and round', [typed(4), step(-1)], 4, 2],
  ['down from none', [typed(4, true), step(1)], 4, 0],
  ['up from none', [typed(4, true), step(-1)], 4, 2],
  ['typing on activates the first again', [typed(4), step(1), typed(4)], 4, 0],
  ['a space closes', [typed(4), typed(null)], null, -1],
  ['Esc closes for this hashtag', [typed(4), dismiss, typed(4)], null, -1],
  ['and not for the next', [typed(4), dismiss, typed(9)], 9, 0],
  ['nor once it was left', [typed(4), dismiss, caretMoved(null), typed(4)], 4, 0],
  ['but for a step within', [typed(4), dismiss, caretMoved(4), typed(4)], null, -1],
  ['leaving the field closes', [typed(4), leaveField], null, -1],
])('%s', (_what, actions, at, active) => {
  expect(actions.reduce(reduceSuggestions, closedSuggestions)).toMatchObject({
    tokenStart: at,
    activeIndex: active,
  });
});
