import { ApiError, failureText } from '../../api/api-error.ts';
import type { FormFailure } from '../use-form.ts';

/** Returns an `onError` for a form: a refused request has errors of fields, else one sentence. */
export const formFailure =
  (fallback: string, focus?: string) =>
  (error: unknown, names: readonly string[]): FormFailure => {
    const fields = error instanceof ApiError ? error.fields : {};
    const fieldErrors = names.flatMap((name) => {
      const message = fields[name];
      return message === undefined ? [] : [{ name, message }];
    });
    return fieldErrors.length > 0 ? { fieldErrors } : { text: failureText(error, fallback), focus };
  };
