import { paths } from '@pontual/contract/shared/paths.ts';
import type { PublicPath } from '@pontual/contract/shared/public-pages.ts';
import type { Location } from 'react-router';

export { paths };

/** The build writes these pages as plain HTML; a user's help centre is a page of the application. */
export const plainPaths = [
  paths.home,
  paths.support,
  paths.privacy,
  paths.terms,
  paths.cookies,
  paths.accessibility,
  paths.developers,
] as const satisfies readonly PublicPath[];

/** `month` as `2026-06`; without it, the current one. */
export const reportPath = (month?: string): string =>
  month === undefined ? '/analytics/relatorios' : `/analytics/relatorios/${month}`;

interface ScheduleState {
  create?: boolean;
}

interface Destination {
  to: string;
  state?: ScheduleState;
}

/** Opens over the calendar if the user is there, else on a separate page. */
export const createPostFrom = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Destination =>
  pathname === paths.schedule
    ? { to: pathname + search, state: { create: true } }
    : { to: paths.createPost };

type Origin = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The history state stores the origin, never the URL. */
export function loginReturningTo({ pathname, search, hash }: Origin) {
  return { to: paths.login, state: { from: `${pathname}${search}${hash}` } };
}

export function loginAfterFailure(message: string | undefined, from: string | undefined) {
  return { to: paths.login, state: { message, from } };
}

export function readLoginMessage(state: unknown): string | undefined {
  const message = readField(state, 'message');
  return typeof message === 'string' ? message : undefined;
}

const readField = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null
    ? Object.entries(state).find(([key]) => key === name)?.[1]
    : undefined;

export function readReturnPath(state: unknown): string {
  const from = readField(state, 'from');
  // A path that begins with two slashes leads to another site.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : paths.dashboard;
}
