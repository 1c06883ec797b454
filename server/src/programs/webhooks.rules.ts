const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds until the next attempt, after so many that failed: about a day in all. */
const WAITS = [30, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR];
/** Nobody keeps us waiting for longer by saying so. */
const MAX_TOLD = HOUR;

/** What an attempt came to. */
export type Answer =
  | { status: number; retryAfter: string | undefined }
  | { trouble: 'timeout' | 'not_public' | 'unreachable' };

/** What it means for the delivery, and for the webhook. */
export type DeliveryOutcome = 'delivered' | 'again' | 'gone';

export function outcomeOf(answer: Answer): DeliveryOutcome {
  if ('trouble' in answer) return 'again';
  if (answer.status >= 200 && answer.status < 300) return 'delivered';
  return answer.status === 410 ? 'gone' : 'again';
}

/** Undefined when there is no further attempt. */
export function waitSeconds(attempts: number, answer: Answer): number | undefined {
  const own = WAITS[attempts - 1];
  if (own === undefined || 'trouble' in answer) return own;
  const told = /^\d{1,9}$/.test(answer.retryAfter ?? '') ? Number(answer.retryAfter) : 0;
  return Math.max(own, Math.min(told, MAX_TOLD));
}

const troubles = {
  timeout: 'Sem resposta em 10 segundos',
  not_public: 'O endereço não leva a um servidor público',
  unreachable: 'Não foi possível conectar',
} as const;

/** For the list of deliveries. */
export const wordsOf = (answer: Answer): string =>
  'trouble' in answer ? troubles[answer.trouble] : `HTTP ${answer.status}`;
