/** Every page path of the product. The server returns 404 for any other. */
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
  members: '/account/members',
  integrations: '/account/programs',
  invite: '/invite',
  confirmEmail: '/account/confirm-email',
  verifyEmail: '/account/verify-email',
  approve: '/approve',
  manualPublishing: '/manual-publishing/:postId',
  deletion: '/exclusao-de-dados/:code',
} as const;

export const manualPublishingPath = (postId: string): string =>
  paths.manualPublishing.replace(':postId', postId);

/** Returns the path in lower case without trailing slashes, as the router of the web matches it. */
export const normalizePath = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
