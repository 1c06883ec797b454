import { ApiError } from '../api/api-error.ts';

interface FormFailure<N extends string> {
  /** What the server says of single fields. */
  faults: { name: N; message: string }[];
  /** For the whole form; undefined when the fields say it all. */
  text: string | undefined;
}

/** The server's words, but for those of a fault that it did not expect itself. */
export const failureText = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : otherwise;

/** What a form with these fields says after a failed attempt. */
export function formFailure<N extends string>(
  error: unknown,
  names: readonly N[],
  otherwise: string,
): FormFailure<N> {
  const fields = error instanceof ApiError ? error.fields : {};
  const faults = names.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
  return { faults, text: faults.length > 0 ? undefined : failureText(error, otherwise) };
}
