/** Why there is no next step yet. */
export interface Problem {
  text: string;
  /** How many times in a row it was met: each time it is shown and announced anew. */
  times: number;
}

/** A problem that is met, perhaps not for the first time. */
export function problemOf(text: string, earlier: Problem | null): Problem {
  return { text, times: (earlier?.times ?? 0) + 1 };
}
