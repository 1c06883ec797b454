import { APP } from './app-credentials.ts';
import type { GraphError } from './graph-error.ts';
import type { Token } from './login-records.ts';

/** Facebook and Instagram serve the same nodes on hosts of their own, with tokens of their own. */
export type GraphHost = {
  /** Stands before the version, because the sandbox has one address for all hosts. */
  prefix: string;
  appSecret: string;
  accepts: (token: Token) => boolean;
  toResponse: (error: GraphError, traceId: string) => Record<string, unknown>;
};

export const FACEBOOK_HOST: GraphHost = {
  prefix: '',
  appSecret: APP.secret,
  accepts: ({ type }) => type !== 'INSTAGRAM',
  toResponse: (error, traceId) => error.toResponse(traceId),
};
