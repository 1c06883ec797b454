import { normalizePath } from '@pontual/contract/shared/paths.ts';

/** What the build has made, as far as it is read without a line (web/build/service-worker.ts). */
export interface BuildFiles {
  /** Of all that follows. */
  version: string;
  /** The application's first file, by which its document is known. */
  entry: string;
  /** Of the page that says that there is no line. */
  offlinePage: readonly string[];
  /** Of the pages that are read without a line. */
  app: readonly string[];
}

/** The addresses of the application that are drawn without a line; any other gets the notice. */
const offlinePaths: ReadonlySet<string> = new Set(['/dashboard', '/schedule', '/create-post']);

/** What the worker does with a request. */
export type CacheStrategy = 'page' | 'hashed' | 'named' | 'none';

export interface WorkerRequest {
  method: string;
  mode: string;
  url: string;
  /** A part of a file is asked for. */
  isRange: boolean;
}

/** Which requests the worker answers: pages and files of the build. Nothing else is touched. */
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

/** Not a call, not a file of somebody's, not a download. */
const isPage = (pathname: string) =>
  !/^\/(api|media|export)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);

interface Tab {
  url: string;
  focused: boolean;
}

/** The tab that is shown an address: the one that is looked at, and of the application only. */
export function pickTab<T extends Tab>(tabs: readonly T[]): T | undefined {
  const appTabs = tabs.filter(({ url }) => isPage(new URL(url).pathname));
  return appTabs.find(({ focused }) => focused) ?? appTabs[0];
}

/** Whether the application can draw this address without a line. */
export const isOfflinePath = (url: string): boolean =>
  offlinePaths.has(normalizePath(new URL(url).pathname));

/** What a gateway answers when the server behind it is away. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer to a page says only that the server was not reached. */
export const isGatewayError = (status: number): boolean => gatewayStatuses.has(status);
