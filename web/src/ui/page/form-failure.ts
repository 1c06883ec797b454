import { ApiError } from '../../api/api-error.ts';

interface FormFailure<N extends string> {
  /** What the server says of single fields. */
  fieldErrors: { name: N; message: string }[];
  /** For the whole form; undefined when the fields say it all. */
  text: string | undefined;
}

/** The server's words, but for those of a fault that it did not expect itself. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : fallback;

/** What a form with these fields says after a failed attempt. */
export function formFailure<N extends string>(
  error: unknown,
  names: readonly N[],
  fallback: string,
): FormFailure<N> {
  const fields = error instanceof ApiError ? error.fields : {};
  const fieldErrors = names.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
  return { fieldErrors, text: fieldErrors.length > 0 ? undefined : failureText(error, fallback) };
}
