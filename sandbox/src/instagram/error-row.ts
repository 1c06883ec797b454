/** One row of an error catalogue; `{placeholders}` are filled when the error is thrown. */
export type ErrorRow = {
  http?: number;
  type?: string;
  message?: string;
  transient?: boolean;
  /** Title and text for the user; only publishing errors have them. */
  title?: string;
  text?: string;
};
