import { paths } from '@pontual/contract/shared/paths.ts';
import type { Location } from 'react-router';

export { paths };

/** Returns the path of the report of a month (`2026-06`), or of the current month. */
export const reportPath = (month?: string): string =>
  month === undefined ? '/analytics/relatorios' : `/analytics/relatorios/${month}`;

/** History state for /schedule: `create` opens the create dialog. */
interface ScheduleState {
  create?: boolean;
}

interface Destination {
  to: string;
  state?: ScheduleState;
}

/** Returns where to create a post: over the calendar if the user is there, else on a separate page. */
export const createPostFrom = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Destination =>
  pathname === paths.schedule
    ? { to: pathname + search, state: { create: true } }
    : { to: paths.createPost };

type Origin = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Returns a navigation to the login page that stores the origin in history state, never in the URL. */
export function loginReturningTo({ pathname, search, hash }: Origin) {
  return { to: paths.login, state: { from: `${pathname}${search}${hash}` } };
}

/**
 * Returns a navigation to the login page after a failed sign-in, with the error message and the requested
 * page.
 */
export function loginAfterFailure(message: string | undefined, from: string | undefined) {
  return { to: paths.login, state: { message, from } };
}

/** Returns the error message for the login page, if there is one. */
export function readLoginMessage(state: unknown): string | undefined {
  const message = readField(state, 'message');
  return typeof message === 'string' ? message : undefined;
}

/** History state may have been written by an older release. */
const readField = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null
    ? Object.entries(state).find(([key]) => key === name)?.[1]
    : undefined;

/** Returns the page to open after the login: the stored origin, or the dashboard. */
export function readReturnPath(state: unknown): string {
  const from = readField(state, 'from');
  // A path that begins with two slashes would lead to another site.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : paths.dashboard;
}
