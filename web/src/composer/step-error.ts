export interface StepError {
  text: string;
  /** Number of times in a row; a change remounts the alert, which is announced again. */
  announcementCount: number;
}

export function createStepError(text: string, previous: StepError | null): StepError {
  return { text, announcementCount: (previous?.announcementCount ?? 0) + 1 };
}
