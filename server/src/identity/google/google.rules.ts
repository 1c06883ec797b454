import type { GoogleError } from '@pontual/contract/identity/google.ts';

/** Claims of Google about the user who signed in. */
export interface GoogleClaims {
  issuer: string;
  /** Google's user id. Google never reassigns it, while an email address may change hands. */
  subject: string;
  email: string;
  emailVerified: boolean;
  organisation: string | undefined;
}

/** The user that already has the address. */
export interface ExistingUser {
  isVerified: boolean;
  hasOtherIdentity: boolean;
}

/** The decision for an identity that has not signed in before. */
export type LinkingDecision =
  | { kind: 'refuse'; error: GoogleError }
  /** Links the identity to the existing user with the address, or to a new one. */
  | { kind: 'enter' };

/** Returns true when Google itself issues the address and therefore knows its current owner. */
export function isAuthoritative({ email, emailVerified, organisation }: GoogleClaims): boolean {
  if (!emailVerified) return false;
  return organisation !== undefined || /@(?:gmail|googlemail)\.com$/i.test(email);
}

/**
 * Decides whether a Google identity may be linked. Registration does not verify an address, so an unverified
 * account may have been prepared by an attacker for the owner of the address (account pre-hijacking).
 */
export function decideLinking(
  claims: GoogleClaims,
  existing: ExistingUser | undefined,
): LinkingDecision {
  if (!claims.emailVerified) return { kind: 'refuse', error: 'email_unverified' };
  if (existing === undefined) return { kind: 'enter' };
  if (!isAuthoritative(claims)) return { kind: 'refuse', error: 'account_exists' };
  // The same address with another subject has changed hands, but the content of the account belongs to its
  // former owner.
  if (existing.isVerified && existing.hasOtherIdentity) {
    return { kind: 'refuse', error: 'other_google_account' };
  }
  return { kind: 'enter' };
}
