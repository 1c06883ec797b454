/** Whether suggestions are open, and which one would be taken. */
export interface SuggestionState {
  /** Where the hashtag starts for which they are open. */
  tokenStart: number | null;
  /** The chosen one; -1 is none. */
  activeIndex: number;
  /** Where the hashtag starts for which they were closed; they stay so until it is left. */
  dismissedStart: number | null;
}

export type SuggestionAction =
  /** `at` is where the hashtag that is being typed starts; null when it is none. */
  | { type: 'typed'; tokenStart: number | null; isComplete: boolean }
  | { type: 'caretMoved'; tokenStart: number | null }
  | { type: 'stepped'; by: 1 | -1; count: number }
  | { type: 'dismissed' }
  | { type: 'left' };

export const closedSuggestions: SuggestionState = {
  tokenStart: null,
  activeIndex: -1,
  dismissedStart: null,
};

/** Only typing opens: who walks through a caption with the arrows is not to be held up. */
export function reduceSuggestions(
  state: SuggestionState,
  action: SuggestionAction,
): SuggestionState {
  switch (action.type) {
    case 'typed':
      if (action.tokenStart === null) return closedSuggestions;
      if (action.tokenStart === state.dismissedStart) return state;
      return {
        tokenStart: action.tokenStart,
        activeIndex: action.isComplete ? -1 : 0,
        dismissedStart: null,
      };
    case 'caretMoved':
      if (action.tokenStart !== null && action.tokenStart === state.tokenStart) return state;
      return {
        ...closedSuggestions,
        dismissedStart: action.tokenStart === state.dismissedStart ? state.dismissedStart : null,
      };
    case 'stepped':
      return { ...state, activeIndex: nextActiveIndex(state.activeIndex, action) };
    case 'dismissed':
      return { ...closedSuggestions, dismissedStart: state.tokenStart };
    case 'left':
      return closedSuggestions;
  }
}

function nextActiveIndex(active: number, { by, count }: { by: 1 | -1; count: number }): number {
  if (active < 0) return by === 1 ? 0 : count - 1;
  return (active + by + count) % count;
}
