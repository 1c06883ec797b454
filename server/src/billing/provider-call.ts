import { AppError } from '../platform/http/app-error.ts';
import type { Log } from '../platform/log/log.ts';

/** Asks something of the card provider for somebody who waits for it. */
export function createProviderCall(log: Log) {
  /**
   * @param message what its user is told in place of the usual sentence
   * @throws AppError PAYMENTS_UNAVAILABLE when the card provider does not answer as it should
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
