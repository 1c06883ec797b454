import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log says of where it was written, whoever writes it. */
export interface LogFields {
  /** The request, as its answer's `x-request-id` names it. */
  requestId?: string | undefined;
  workerId?: string | undefined;
  /** Of the worker, what passes again and again. */
  loop?: string | undefined;
  queue?: string | undefined;
  jobId?: string | undefined;
  postId?: string | undefined;
}

const storage = new AsyncLocalStorage<LogFields>();

/** Of the code that runs now. */
export const logFields = (): LogFields => storage.getStore() ?? {};

/** Every line that is logged inside of `act`, and of what it waits for, has these fields and no other. */
export const withLogFields = <T>(fields: LogFields, act: () => T): T => storage.run(fields, act);
