import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';

export interface PublishingAccount {
  igUserId: string;
  /** Decides which host is called, and what it offers. */
  login: InstagramLogin;
  token: string;
  /** Those that the login has listed; null where `debug_token` tells them. */
  grantedScopes: readonly string[] | null;
}
