import { requestedDelaySeconds } from '../../platform/outbox/retry-delay.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * In seconds, before each further attempt; about a day in total. After the last one the delivery is given
 * up; the webhook itself is disabled after WEBHOOK_FAILING_DAYS.
 */
const RETRY_DELAYS = [
  30,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  8 * HOUR_SECONDS,
  8 * HOUR_SECONDS,
];

export type WebhookResponse =
  | { status: number; retryAfter: string | undefined }
  | { failure: 'timeout' | 'not_public' | 'unreachable' };

export type DeliveryOutcome = 'delivered' | 'again' | 'gone';

export function classifyResponse(answer: WebhookResponse): DeliveryOutcome {
  if ('failure' in answer) return 'again';
  if (answer.status >= 200 && answer.status < 300) return 'delivered';
  return answer.status === 410 ? 'gone' : 'again';
}

/** Undefined if there is no further attempt; the first attempt is number 1. */
export function webhookRetryDelaySeconds(
  attempts: number,
  answer: WebhookResponse,
  now: Date,
): number | undefined {
  const baseDelay = RETRY_DELAYS[attempts - 1];
  if (baseDelay === undefined || 'failure' in answer) return baseDelay;
  return Math.max(baseDelay, requestedDelaySeconds(answer.retryAfter, now));
}

const failureTexts = {
  timeout: 'Sem resposta em 10 segundos',
  not_public: 'O endereço não leva a um servidor público',
  unreachable: 'Não foi possível conectar',
} as const;

export const describeResponse = (answer: WebhookResponse): string =>
  'failure' in answer ? failureTexts[answer.failure] : `HTTP ${answer.status}`;
