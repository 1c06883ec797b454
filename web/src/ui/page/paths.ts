import { paths } from '@pontual/contract/shared/paths.ts';
import type { Location } from 'react-router';

export { paths };

/** The report of a month (`2026-06`), or of this one. */
export const reportPath = (month?: string): string =>
  month === undefined ? '/analytics/relatorios' : `/analytics/relatorios/${month}`;

/** What navigation to /schedule may carry: `create` opens the create dialog. */
interface ScheduleState {
  create?: boolean;
}

interface Destination {
  to: string;
  state?: ScheduleState;
}

/** Where a post is made: over the calendar for somebody who is there, else on a page of its own. */
export const createPostFrom = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Destination =>
  pathname === paths.schedule
    ? { to: pathname + search, state: { create: true } }
    : { to: paths.createPost };

type Origin = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The login page, remembering where the visitor was (in history state, never in the URL). */
export function loginReturningTo({ pathname, search, hash }: Origin) {
  return { to: paths.login, state: { from: `${pathname}${search}${hash}` } };
}

/** The login page after a sign-in that failed: what happened, and still where the visitor wanted to go. */
export function loginAfterFailure(message: string | undefined, from: string | undefined) {
  return { to: paths.login, state: { told: message, from } };
}

/** What the login page is to say of that. */
export function readLoginMessage(state: unknown): string | undefined {
  const message = readField(state, 'told');
  return typeof message === 'string' ? message : undefined;
}

/** History state is what this browser has kept, perhaps from an older release. */
const readField = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null
    ? Object.entries(state).find(([key]) => key === name)?.[1]
    : undefined;

/** Where to go after login: the remembered origin, or the dashboard. */
export function readReturnPath(state: unknown): string {
  const from = readField(state, 'from');
  // Two slashes would lead to another site.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : paths.dashboard;
}
