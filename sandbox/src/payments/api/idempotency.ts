import type { KeptAnswer } from '../records.ts';
import type { PaymentsWorld } from '../world.ts';
import { ApiError } from './api-error.ts';

/** What a call is answered with. */
export type Answer = { status: number; body: object; replayOf?: string; retry?: boolean };

const KEPT_MS = 24 * 3_600_000;
const LONGEST_KEY = 255;

/** Answers a call that was answered before with what it was told then; others are run and kept. */
export function answerOnce(
  { records, clock }: PaymentsWorld,
  { key, request, requestId }: { key: string | undefined; request: string; requestId: string },
  run: () => Answer,
): Answer {
  const oldest = (): KeptAnswer | undefined => records.answers.oldestIn('');
  if (key === undefined) return run();
  if (key.length > LONGEST_KEY) {
    throw new ApiError(400, `Idempotency keys may not be longer than ${LONGEST_KEY} characters.`, {
      type: 'idempotency_error',
    });
  }
  const kept = records.answers.get(key);
  if (kept && clock.now() - kept.at < KEPT_MS) {
    if (kept.request !== request) throw mismatch(key);
    return { status: kept.status, body: kept.body, replayOf: kept.requestId };
  }
  // What is too old is never asked for again; the oldest come first.
  for (let old = oldest(); old && clock.now() - old.at >= KEPT_MS; old = oldest()) {
    records.answers.remove(old.id);
  }
  const answer = run();
  const { status, body } = answer;
  records.answers.put({ id: key, request, at: clock.now(), requestId, status, body });
  return answer;
}

function mismatch(key: string): ApiError {
  return new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}

/** Two calls with one key at the same time: the second is to come back later. */
export function inUse(key: string): ApiError {
  return new ApiError(
    409,
    `There is currently another in-progress request using this Idempotency Key (${key}). Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}
