import { samePolicy, inProgress } from './column-policy.ts';

/** What becomes of the columns of logins at Instagram that are not finished (columns.ts). */
export const instagramLoginColumns = {
  instagram_authorizations: samePolicy(inProgress, [
    ...(['state_hash', 'browser_hash', 'session_id', 'user_id'] as const),
    ...(['workspace_id', 'adds', 'expires_at'] as const),
  ]),
  instagram_pending_grants: samePolicy(inProgress, [
    ...(['browser_hash', 'session_id', 'user_id', 'workspace_id', 'facebook_user_id'] as const),
    ...(['adds', 'replaces', 'accounts', 'expires_at'] as const),
  ]),
} as const;
