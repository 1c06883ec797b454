import type { Location } from 'react-router';

/** Every URL of the product. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  schedule: '/schedule',
  connected: '/connected',
  createPost: '/create-post',
  account: '/account',
  confirmEmail: '/account/confirm-email',
} as const;

/** What navigation to /schedule may carry: `create` opens the create dialog. */
interface ScheduleState {
  create?: boolean;
}

interface Destination {
  to: string;
  state?: ScheduleState;
}

/** Where a post is made: over the calendar for somebody who is there, else on a page of its own. */
export const createPostFrom = (pathname: string): Destination =>
  pathname === paths.schedule
    ? { to: paths.schedule, state: { create: true } }
    : { to: paths.createPost };

type Origin = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The login page, remembering where the visitor was (in history state, never in the URL). */
export function loginFrom({ pathname, search, hash }: Origin) {
  return { to: paths.login, state: { from: `${pathname}${search}${hash}` } };
}

/** Where to go after login: the remembered origin, or the dashboard. */
export function originOf(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  // Two slashes would lead to another site.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : paths.dashboard;
}
