export interface SuggestionState {
  /** Start of the hashtag for which the list is open; null if it is closed. */
  tokenStart: number | null;
  /** Index of the active suggestion; -1 for none. */
  activeIndex: number;
  /** Closed by the user: the list stays closed until the caret leaves this hashtag. */
  dismissedStart: number | null;
}

export type SuggestionAction =
  /** `tokenStart` is null if no hashtag is under the caret. */
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

/** Only typing opens the list, so that moving through a caption with the arrow keys is not interrupted. */
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
