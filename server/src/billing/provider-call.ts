import { AppError } from '../platform/http/app-error.ts';
import type { Log } from '../platform/log/log.ts';

export function createProviderCall(log: Log) {
  /** `message` replaces the usual one. @throws AppError PAYMENTS_UNAVAILABLE when the call fails */
  return async function callProvider<T>(
    message: string | undefined,
    act: () => Promise<T>,
  ): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError) throw error;
      log.error({ error }, 'a call to the card provider failed');
      throw new AppError('PAYMENTS_UNAVAILABLE', message === undefined ? {} : { message });
    }
  };
}
