import { AsyncLocalStorage } from 'node:async_hooks';

/** The context fields of a log line. */
export interface LogFields {
  /** The id in the `x-request-id` header of the response. */
  requestId?: string | undefined;
  workerId?: string | undefined;
  loop?: string | undefined;
  queue?: string | undefined;
  jobId?: string | undefined;
  postId?: string | undefined;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Returns the log fields of the current async context. */
export const logFields = (): LogFields => storage.getStore() ?? {};

/** Runs `act`; every line that is logged in it, synchronously or later, has these fields and no others. */
export const withLogFields = <T>(fields: LogFields, act: () => T): T => storage.run(fields, act);
