/** What can be wrong with an account, its page, its owner, the app, or our address as Instagram sees it. */
export const SITUATIONS = [
  'creator',
  'personal',
  'page-unlinked',
  'page-without-task',
  'page-of-another-person',
  'publishing-authorization',
  'two-factor',
  'app-in-development',
  'quota-spent',
  'restricted',
  'media-unreachable',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** The situation of the account with this id. */
export type AccountSituation = { id: string; situation: Situation };
