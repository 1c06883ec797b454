import { ApiError } from '../../api/api-error.ts';

interface FormFailure<N extends string> {
  fieldErrors: { name: N; message: string }[];
  /** An error of the whole form; undefined when field errors explain everything. */
  text: string | undefined;
}

/** Returns the message of the server, except for an internal error, whose text is the fallback. */
export const formFailureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : fallback;

/** Returns the errors of a form with these fields after a failed attempt. */
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
  return {
    fieldErrors,
    text: fieldErrors.length > 0 ? undefined : formFailureText(error, fallback),
  };
}
