/** Every URL of the product. The web draws them; to any other the server answers 404. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  authCallback: '/auth/callback',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  schedule: '/schedule',
  connected: '/connected',
  chooseAccounts: '/connected/choose',
  createPost: '/create-post',
  plans: '/plans',
  analytics: '/analytics',
  report: '/analytics/relatorios/:month?',
  templates: '/templates',
  mediaLibrary: '/library',
  bulk: '/bulk',
  queue: '/queue',
  support: '/support',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  accessibility: '/accessibility',
  status: '/status',
  developers: '/developers',
  userAccount: '/account',
  members: '/account/people',
  integrations: '/account/programs',
  invite: '/invite',
  confirmEmail: '/account/confirm-email',
  approve: '/approve',
  manualPublishing: '/plan-b/:postId',
  deletion: '/exclusao-de-dados/:code',
} as const;

/** Where a post's owner has all that is needed to publish it by hand. */
export const manualPublishingPath = (postId: string): string =>
  paths.manualPublishing.replace(':postId', postId);

/** The page that an address leads to, however it is written: as the web's router reads it. */
export const normalizePath = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
