import type { GoogleError } from '@pontual/contract/identity/google.ts';

/** What Google says of who has signed in. */
export interface GoogleClaims {
  issuer: string;
  /** Who it is: never given to anybody else, as an address may be. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /** The organisation that runs the account, and its address with it. */
  organisation: string | undefined;
}

/** The account that has the address. */
export interface ExistingUser {
  /** We know the address to be its owner's. */
  isVerified: boolean;
  /** Somebody else at Google enters by it. */
  hasOtherIdentity: boolean;
}

/** What becomes of somebody who has not signed in here before. */
export type LinkingDecision =
  | { kind: 'refuse'; error: GoogleError }
  /** From now on it is a way into the account that has the address, or into a new one. */
  | { kind: 'enter' };

/** Whether Google itself gives the address out: then it knows whose it is today. */
export function isAuthoritative({ email, emailVerified, organisation }: GoogleClaims): boolean {
  if (!emailVerified) return false;
  return organisation !== undefined || /@(?:gmail|googlemail)\.com$/i.test(email);
}

/**
 * The rules of linking. Anybody may have typed an address when they registered: an account that
 * never proved its own may have been laid out for the owner of the address to step into.
 */
export function decideLinking(
  claims: GoogleClaims,
  existing: ExistingUser | undefined,
): LinkingDecision {
  if (!claims.emailVerified) return { kind: 'refuse', error: 'email_unverified' };
  if (existing === undefined) return { kind: 'enter' };
  if (!isAuthoritative(claims)) return { kind: 'refuse', error: 'account_exists' };
  // The same address with another subject: it has changed hands, and what is in the account has not.
  if (existing.isVerified && existing.hasOtherIdentity) {
    return { kind: 'refuse', error: 'other_google_account' };
  }
  return { kind: 'enter' };
}
