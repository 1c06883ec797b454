import type { StoredResponse } from '../records.ts';
import type { PaymentsContext } from '../context.ts';
import { ApiError } from './api-error.ts';

export type ApiResponse = {
  status: number;
  body: object;
  replayOf?: string;
  shouldRetry?: boolean;
};

const RETENTION_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;

/** Replays the stored response of an idempotency key; runs and stores other calls. */
export function runIdempotently(
  { records, clock }: PaymentsContext,
  { key, request, requestId }: { key: string | undefined; request: string; requestId: string },
  run: () => ApiResponse,
): ApiResponse {
  const oldest = (): StoredResponse | undefined => records.responses.oldestIn('');
  if (key === undefined) return run();
  if (key.length > MAX_KEY_LENGTH) {
    throw new ApiError(
      400,
      `Idempotency keys may not be longer than ${MAX_KEY_LENGTH} characters.`,
      {
        type: 'idempotency_error',
      },
    );
  }
  const stored = records.responses.get(key);
  if (stored && clock.now() - stored.storedAt < RETENTION_MS) {
    if (stored.request !== request) throw createMismatchError(key);
    return { status: stored.status, body: stored.body, replayOf: stored.requestId };
  }
  for (let old = oldest(); old && clock.now() - old.storedAt >= RETENTION_MS; old = oldest()) {
    records.responses.remove(old.id);
  }
  const answer = run();
  const { status, body } = answer;
  records.responses.put({ id: key, request, storedAt: clock.now(), requestId, status, body });
  return answer;
}

function createMismatchError(key: string): ApiError {
  return new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}

/** Creates the error for a concurrent call with the same key, which the client retries later. */
export function createKeyInUseError(key: string): ApiError {
  return new ApiError(
    409,
    `There is currently another in-progress request using this Idempotency Key (${key}). Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}
