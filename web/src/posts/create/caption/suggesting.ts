/** Whether suggestions are open, and which one would be taken. */
export interface Suggesting {
  /** Where the hashtag starts for which they are open. */
  at: number | null;
  /** The chosen one; -1 is none. */
  active: number;
  /** Where the hashtag starts for which they were closed; they stay so until it is left. */
  dismissed: number | null;
}

export type SuggestingAction =
  /** `at` is where the hashtag that is being typed starts; null when it is none. */
  | { type: 'typed'; at: number | null; complete: boolean }
  | { type: 'caretMoved'; at: number | null }
  | { type: 'stepped'; by: 1 | -1; count: number }
  | { type: 'dismissed' }
  | { type: 'left' };

export const closed: Suggesting = { at: null, active: -1, dismissed: null };

/** Only typing opens: who walks through a caption with the arrows is not to be held up. */
export function suggest(state: Suggesting, action: SuggestingAction): Suggesting {
  switch (action.type) {
    case 'typed':
      if (action.at === null) return closed;
      if (action.at === state.dismissed) return state;
      return { at: action.at, active: action.complete ? -1 : 0, dismissed: null };
    case 'caretMoved':
      if (action.at !== null && action.at === state.at) return state;
      return { ...closed, dismissed: action.at === state.dismissed ? state.dismissed : null };
    case 'stepped':
      return { ...state, active: stepped(state.active, action) };
    case 'dismissed':
      return { ...closed, dismissed: state.at };
    case 'left':
      return closed;
  }
}

function stepped(active: number, { by, count }: { by: 1 | -1; count: number }): number {
  if (active < 0) return by === 1 ? 0 : count - 1;
  return (active + by + count) % count;
}
