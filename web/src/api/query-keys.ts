/** A live event of kind `account` refetches every query under this key (live-events.ts). */
export const ACCOUNT = ['account'] as const;
/** While this mutation deletes the account, its tab does not refresh the session. */
export const DELETION = 'deletion';
/** A live event of kind `posts` refetches every query under this key (api/live-events.ts). */
export const POSTS = ['posts'] as const;
