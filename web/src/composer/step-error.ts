/** Why there is no next step yet. */
export interface StepError {
  text: string;
  /** How many times in a row it was met: each time it is shown and announced anew. */
  announcementCount: number;
}

/** A problem that is met, perhaps not for the first time. */
export function createStepError(text: string, previous: StepError | null): StepError {
  return { text, announcementCount: (previous?.announcementCount ?? 0) + 1 };
}
