import { AppError } from '../platform/http/app-error.ts';
import type { Log } from '../platform/log/log.ts';

/** Creates the wrapper of calls to Stripe within a request of a user. */
export function createProviderCall(log: Log) {
  /**
   * @param message the message for the user instead of the usual one
   * @throws AppError PAYMENTS_UNAVAILABLE when the call to Stripe fails
   */
  return async function callProvider<T>(
    message: string | undefined,
    act: () => Promise<T>,
  ): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.error({ error }, 'the card provider did not do what was asked');
      throw new AppError('PAYMENTS_UNAVAILABLE', message === undefined ? {} : { message });
    }
  };
}
