/** One row of an error catalogue; `{placeholders}` are filled when the error is thrown. */
export type ErrorRow = {
  http?: number;
  type?: string;
  message?: string;
  transient?: boolean;
  title?: string;
  text?: string;
};
