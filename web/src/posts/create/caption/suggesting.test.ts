import { expect, test } from 'vitest';
import { closed, suggest, type SuggestingAction } from './suggesting.ts';

const typed = (at: number | null, complete = false): SuggestingAction => ({
  type: 'typed',
  at,
  complete,
});
const moved = (at: number | null): SuggestingAction => ({ type: 'caretMoved', at });
const step = (by: 1 | -1): SuggestingAction => ({ type: 'stepped', by, count: 3 });
const dismiss: SuggestingAction = { type: 'dismissed' };
const leave: SuggestingAction = { type: 'left' };

test.each<[string, SuggestingAction[], number | null, number]>([
  ['typing opens, on the first', [typed(4)], 4, 0],
  ['a whole hashtag chooses nothing', [typed(4, true)], 4, -1],
  ['walking into a hashtag opens nothing', [moved(4)], null, -1],
  ['walking within it stays open', [typed(4), step(1), moved(4)], 4, 1],
  ['walking out closes', [typed(4), moved(null)], null, -1],
  ['down and round', [typed(4), step(1), step(1), step(1)], 4, 0],
  ['up and round', [typed(4), step(-1)], 4, 2],
  ['down from none', [typed(4, true), step(1)], 4, 0],
  ['up from none', [typed(4, true), step(-1)], 4, 2],
  ['typing on begins anew', [typed(4), step(1), typed(4)], 4, 0],
  ['a space closes', [typed(4), typed(null)], null, -1],
  ['Esc closes for this hashtag', [typed(4), dismiss, typed(4)], null, -1],
  ['and not for the next', [typed(4), dismiss, typed(9)], 9, 0],
  ['nor once it was left', [typed(4), dismiss, moved(null), typed(4)], 4, 0],
  ['but for a step within', [typed(4), dismiss, moved(4), typed(4)], null, -1],
  ['leaving the field closes', [typed(4), leave], null, -1],
])('%s', (_what, actions, at, active) => {
  expect(actions.reduce(suggest, closed)).toMatchObject({ at, active });
});
