import type { InstagramLogin } from '../instagram/instagram.ts';

/** The page of the operator and its forms; the cookie of its session goes nowhere else. */
export const operatorPaths = {
  page: '/operator',
  login: '/operator/login',
  calls: '/operator/calls',
  logout: '/operator/logout',
} as const;

/** The id of what a press has brought: its form leads there, so that it is in sight and has the focus. */
export const OPERATOR_ANSWER_ID = 'resposta';

/** `no-id`: the call needs an id that the call before it has not brought. */
export type ReviewCallOutcome = 'ok' | 'refused' | 'no-answer' | 'no-id' | 'daily-limit';

export interface ReviewCallResult {
  /** With placeholders in place of ids, as `GET {account}/media?limit=1`. */
  request: string;
  outcome: ReviewCallOutcome;
  /** What Instagram answered, without tokens and signatures; empty without an answer. */
  answer: string;
}

interface ReviewedPermission {
  name: string;
  /** Empty for a permission that the product does not use. */
  requests: string[];
  /** Null before the first calls. `outcome` is `ok` or the error of Instagram. */
  last: { calledAt: string; outcome: string } | null;
  succeeded: { at: string; isRecent: boolean } | null;
}

export interface ReviewedLogin {
  login: InstagramLogin;
  accounts: { connectionId: string; username: string }[];
  permissions: ReviewedPermission[];
}

export interface ReviewResult {
  connectionId: string;
  username: string;
  login: InstagramLogin;
  permission: string;
  calls: ReviewCallResult[];
}

export type OperatorView =
  | { kind: 'login'; notice: string | null }
  | {
      kind: 'calls';
      notice: string | null;
      /** Of the user whose accounts may be called. */
      email: string;
      logins: ReviewedLogin[];
      result: ReviewResult | null;
    };

/** Exported by the renderer of the build (web/src/public/plain/render.tsx). */
export interface OperatorRenderer {
  renderOperatorPage(view: OperatorView): string;
}
