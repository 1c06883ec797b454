import { withoutRequestActor } from './http/request-actor.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log/log.ts';
import { logFields, withLogFields } from './log/log-fields.ts';

export interface Loop {
  /** Starts a pass now, or another one after the running pass. */
  wake(): void;
  close(): Promise<void>;
}

const RETRY_AFTER_ERROR_MS = 1000;

/** `runPass` returns the ms until the next pass; passes never overlap. */
export function startLoop(
  { clock, log, name }: { clock: Clock; log: Log; name: string },
  runPass: () => Promise<number>,
): Loop {
  /** A pass belongs to its loop, not to the request or job that woke it. */
  const fields = { ...logFields(), loop: name };
  let closed = false;
  let running: Promise<void> | undefined;
  let runAgain = false;
  let cancel = () => {};

  function run(): void {
    cancel();
    if (closed) return;
    if (running !== undefined) {
      runAgain = true;
      return;
    }
    runAgain = false;
    withLogFields(fields, () => withoutRequestActor(begin));
  }

  function begin(): void {
    running = runPass()
      .catch((error: unknown) => {
        log.error({ error }, 'a pass failed');
        return RETRY_AFTER_ERROR_MS;
      })
      .then((ms) => {
        running = undefined;
        if (runAgain) run();
        else if (!closed) cancel = clock.after(ms, run);
      });
  }

  run();
  return {
    wake: run,
    async close() {
      closed = true;
      cancel();
      await running;
    },
  };
}
