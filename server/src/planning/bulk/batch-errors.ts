import { AppError } from '../../platform/http/app-error.ts';

/** Returns the same error with the index of its post in `fields`. */
export const withPostIndex = (error: AppError, index: number) =>
  new AppError(error.code, {
    message: error.message,
    fields: { [`posts.${index}`]: error.message },
  });

/** Returns one error with the fields of all posts; code and message are those of the first one. */
export function combineErrors(errors: ReadonlyMap<number, AppError>): AppError {
  const sorted = [...errors].toSorted(([one], [other]) => one - other);
  const [[, first] = [0, new AppError('VALIDATION')]] = sorted;
  const fields = Object.fromEntries(
    sorted.map(([index, { message }]) => [`posts.${index}`, message]),
  );
  return new AppError(first.code, { message: first.message, fields });
}
