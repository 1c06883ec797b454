import { ApiError } from '../../api/api-error.ts';

interface FormFailure<N extends string> {
  fieldErrors: { name: N; message: string }[];
  /** Undefined when field errors explain everything. */
  text: string | undefined;
}

/** The text of an internal error is the fallback. */
export const formFailureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : fallback;

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
