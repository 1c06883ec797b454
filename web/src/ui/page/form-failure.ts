import { ApiError, failureText } from '../../api/api-error.ts';

interface FormFailure<N extends string> {
  fieldErrors: { name: N; message: string }[];
  /** Undefined when field errors explain everything. */
  text: string | undefined;
}

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
    text: fieldErrors.length > 0 ? undefined : failureText(error, fallback),
  };
}
