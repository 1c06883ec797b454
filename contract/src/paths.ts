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
  createPost: '/create-post',
  plans: '/plans',
  analytics: '/analytics',
  report: '/analytics/relatorios/:month?',
  templates: '/templates',
  support: '/support',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  accessibility: '/accessibility',
  status: '/status',
  account: '/account',
  programs: '/account/programs',
  confirmEmail: '/account/confirm-email',
  deletion: '/exclusao-de-dados/:code',
} as const;

/** The page that an address leads to, however it is written: as the web's router reads it. */
export const pageAt = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
