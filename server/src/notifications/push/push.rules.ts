export type PushOutcome = 'sent' | 'gone' | 'again' | 'refused';

/** Undefined means no response. */
export function classifyStatus(status: number | undefined): PushOutcome {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}
