import type { GoogleError } from '@pontual/contract/identity/google.ts';

export interface GoogleClaims {
  issuer: string;
  /** Google never reassigns it, while an email address may change hands. */
  subject: string;
  email: string;
  emailVerified: boolean;
  organisation: string | undefined;
}

export interface ExistingUser {
  isVerified: boolean;
  hasOtherIdentity: boolean;
}

/** For an identity that has not signed in before. */
export type LinkingDecision = { kind: 'refuse'; error: GoogleError } | { kind: 'enter' };

/** Google itself issues the address and therefore knows its current owner. */
export function isAuthoritative({ email, emailVerified, organisation }: GoogleClaims): boolean {
  if (!emailVerified) return false;
  return organisation !== undefined || /@(?:gmail|googlemail)\.com$/i.test(email);
}

/** An attacker may have prepared an unverified account for the owner of the address (pre-hijacking). */
export function decideLinking(
  claims: GoogleClaims,
  existing: ExistingUser | undefined,
): LinkingDecision {
  if (!claims.emailVerified) return { kind: 'refuse', error: 'email_unverified' };
  if (existing === undefined) return { kind: 'enter' };
  if (!isAuthoritative(claims)) return { kind: 'refuse', error: 'account_exists' };
  // The address has changed hands; the content of the account belongs to its former owner.
  if (existing.isVerified && existing.hasOtherIdentity) {
    return { kind: 'refuse', error: 'other_google_account' };
  }
  return { kind: 'enter' };
}
