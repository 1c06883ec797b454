import { normalizePath } from '@pontual/contract/shared/paths.ts';

/** The build files that the service worker caches (web/build/service-worker.ts). */
export interface BuildFiles {
  /** A hash of all other fields. */
  version: string;
  /** Identifies the document of the application. */
  entry: string;
  offlinePage: readonly string[];
  app: readonly string[];
}

/** Any other page shows the offline page. */
const offlinePaths: ReadonlySet<string> = new Set(['/dashboard', '/schedule', '/create-post']);

export type CacheStrategy = 'page' | 'hashed' | 'named' | 'none';

export interface WorkerRequest {
  method: string;
  mode: string;
  url: string;
  isRange: boolean;
}

/** `none` leaves the request to the browser. Only pages and build files are cached. */
export function chooseStrategy(
  request: WorkerRequest,
  origin: string,
  files: BuildFiles,
): CacheStrategy {
  const { method, mode, isRange } = request;
  const url = new URL(request.url);
  if (method !== 'GET' || isRange || url.origin !== origin) return 'none';
  const { pathname } = url;
  if (mode === 'navigate') return isPage(pathname) ? 'page' : 'none';
  if (pathname.startsWith('/assets/')) return 'hashed';
  return files.offlinePage.includes(pathname) || files.app.includes(pathname) ? 'named' : 'none';
}

const isPage = (pathname: string) =>
  !/^\/(api|media|export)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);

interface Tab {
  url: string;
  focused: boolean;
}

/** Prefers the focused tab, if it shows the application. */
export function pickTab<T extends Tab>(tabs: readonly T[]): T | undefined {
  const appTabs = tabs.filter(({ url }) => isPage(new URL(url).pathname));
  return appTabs.find(({ focused }) => focused) ?? appTabs[0];
}

export const isOfflinePath = (url: string): boolean =>
  offlinePaths.has(normalizePath(new URL(url).pathname));

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

export const isGatewayError = (status: number): boolean => gatewayStatuses.has(status);
