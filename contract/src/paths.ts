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
  library: '/library',
  bulk: '/bulk',
  queue: '/queue',
  support: '/support',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  accessibility: '/accessibility',
  status: '/status',
  developers: '/developers',
  account: '/account',
  people: '/account/people',
  programs: '/account/programs',
  invite: '/invite',
  confirmEmail: '/account/confirm-email',
  approve: '/approve',
  planB: '/plan-b/:postId',
  deletion: '/exclusao-de-dados/:code',
} as const;

/** Where a post's owner has all that is needed to publish it by hand. */
export const planBPath = (postId: string): string => paths.planB.replace(':postId', postId);

/** The page that an address leads to, however it is written: as the web's router reads it. */
export const pageAt = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
