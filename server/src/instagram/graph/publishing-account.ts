import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';

export interface PublishingAccount {
  igUserId: string;
  /** Decides which host is called, and what it offers. */
  login: InstagramLogin;
  token: string;
}
