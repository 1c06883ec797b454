/** Everything under it is fetched again when a live event tells of a change (live-events.ts). */
export const ACCOUNT = 'account';
/** While the account is being deleted its tab is not told that its session has ended. */
export const DELETION = 'deletion';
/** Everything under it is fetched again when a live event tells of a change (api/live-events.ts). */
export const POSTS = ['posts'] as const;
