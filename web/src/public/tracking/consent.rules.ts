export interface Consent {
  choice: 'accepted' | 'refused';
  /** ISO 8601. */
  at: string;
  /** The answered `consentKey` of the contract. */
  version: string;
}

/** Null where it is invalid or belongs to another consent key. */
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
