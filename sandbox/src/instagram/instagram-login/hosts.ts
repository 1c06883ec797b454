import { INSTAGRAM_APP } from '../app-credentials.ts';
import type { GraphHost } from '../graph-host.ts';
import type { Token } from '../login-records.ts';

export const DIALOG_PREFIX = '/www.instagram.com';

const isInstagramToken = ({ type }: Token): boolean => type === 'INSTAGRAM';

/** A general error with one of these codes names another type than on Facebook's host. */
const INSTAGRAM_TYPE_CODES = new Set<unknown>([100, 2500]);

export const INSTAGRAM_GRAPH_HOST: GraphHost = {
  prefix: '/graph.instagram.com',
  appSecret: INSTAGRAM_APP.secret,
  accepts: isInstagramToken,
  toResponse: (error, traceId) => {
    const { error: members } = error.toResponse(traceId);
    const isGeneral = !('error_user_title' in members);
    const isInstagramType = isGeneral && INSTAGRAM_TYPE_CODES.has(members['code']);
    return { error: isInstagramType ? { ...members, type: 'IGApiException' } : members };
  },
};

/** It exchanges codes only, and its errors are flat. */
export const INSTAGRAM_CODE_HOST: GraphHost = {
  prefix: '/api.instagram.com',
  appSecret: INSTAGRAM_APP.secret,
  accepts: isInstagramToken,
  toResponse: ({ http, message }) => ({
    error_type: 'OAuthException',
    code: http,
    error_message: message,
  }),
};
