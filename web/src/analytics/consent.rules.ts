import type { Analytics } from '@pontual/contract/page.ts';

export interface Consent {
  choice: 'accepted' | 'refused';
  /** The instant of the choice, ISO. */
  at: string;
  /** What was asked (`questionOf`). */
  version: string;
}

/** Rises when what is measured or how changes: then everybody is asked again. */
const WORDING = 2;

/** Names the question: whoever agreed to one service has not agreed to another. */
export const questionOf = ({ service }: Pick<Analytics, 'service'>): string =>
  `${WORDING} ${service}`;

/** The choice as it was stored; null where this question has had no answer. */
export function readConsent(stored: string | null, question: string): Consent | null {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
  return isConsent(found) && found.version === question ? found : null;
}

function isConsent(value: unknown): value is Consent {
  if (typeof value !== 'object' || value === null) return false;
  if (!('choice' in value && 'at' in value && 'version' in value)) return false;
  const isChoice = value.choice === 'accepted' || value.choice === 'refused';
  const isDate = typeof value.at === 'string' && !Number.isNaN(Date.parse(value.at));
  return isChoice && isDate;
}
