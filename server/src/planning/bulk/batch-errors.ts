import { AppError } from '../../platform/http/app-error.ts';

export const withPostIndex = (error: AppError, index: number) =>
  new AppError(error.code, {
    message: error.message,
    fields: { [`posts.${index}`]: error.message },
  });

/** Code and message are those of the first error. */
export function combineErrors(errors: ReadonlyMap<number, AppError>): AppError {
  const sorted = [...errors].toSorted(([one], [other]) => one - other);
  const [[, first] = [0, new AppError('VALIDATION')]] = sorted;
  const fields = Object.fromEntries(
    sorted.map(([index, { message }]) => [`posts.${index}`, message]),
  );
  return new AppError(first.code, { message: first.message, fields });
}
