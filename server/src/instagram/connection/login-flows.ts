import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { LoginResult, Renewal } from './authorization.ts';

/** The way from a dialog to tokens, and from old tokens to new ones. */
export interface LoginFlow {
  /** With `asksAnew`, the dialog repeats what it would skip for a known user. */
  dialogUrl(state: string, asksAnew: boolean): string;
  /** @throws InstagramError */
  fetchGrants(code: string): Promise<LoginResult>;
  /** @throws InstagramError */
  renew(oldToken: string, pageId: string | null, igUserId: string): Promise<Renewal | 'gone'>;
}

/** Undefined: this installation does not offer it. */
export type LoginFlows = Record<InstagramLogin, LoginFlow | undefined>;
