import { AsyncLocalStorage } from 'node:async_hooks';

export interface LogFields {
  requestId?: string | undefined;
  workerId?: string | undefined;
  loop?: string | undefined;
  queue?: string | undefined;
  jobId?: string | undefined;
  postId?: string | undefined;
}

const storage = new AsyncLocalStorage<LogFields>();

export const logFields = (): LogFields => storage.getStore() ?? {};

/** Every line that `act` logs, also later, has these fields and no others. */
export const withLogFields = <T>(fields: LogFields, act: () => T): T => storage.run(fields, act);
