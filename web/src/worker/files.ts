import { pageAt } from '@pontual/contract/paths.ts';

/** What the build has made, as far as it is read without a line (web/build/worker.ts). */
export interface Files {
  /** Of all that follows. */
  version: string;
  /** The application's first file, by which its document is known. */
  entry: string;
  /** Of the page that says that there is no line. */
  notice: readonly string[];
  /** Of the pages that are read without a line. */
  app: readonly string[];
}

/** The addresses of the application that are drawn without a line; any other gets the notice. */
const drawn: ReadonlySet<string> = new Set(['/dashboard', '/schedule', '/create-post']);

/** What the worker does with a request. */
export type Handling = 'page' | 'hashed' | 'named' | 'none';

export interface Asked {
  method: string;
  mode: string;
  url: string;
  /** A part of a file is asked for. */
  isRange: boolean;
}

/** Which requests the worker answers: pages and files of the build. Nothing else is touched. */
export function handlingOf(asked: Asked, origin: string, files: Files): Handling {
  const { method, mode, isRange } = asked;
  const url = new URL(asked.url);
  if (method !== 'GET' || isRange || url.origin !== origin) return 'none';
  const { pathname } = url;
  if (mode === 'navigate') return isPage(pathname) ? 'page' : 'none';
  if (pathname.startsWith('/assets/')) return 'hashed';
  return files.notice.includes(pathname) || files.app.includes(pathname) ? 'named' : 'none';
}

/** Not a call, not a file of somebody's, not a download. */
const isPage = (pathname: string) =>
  !/^\/(api|media|export)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);

interface Tab {
  url: string;
  focused: boolean;
}

/** The tab that is shown an address: the one that is looked at, and of the application only. */
export function tabOf<T extends Tab>(tabs: readonly T[]): T | undefined {
  const ours = tabs.filter(({ url }) => isPage(new URL(url).pathname));
  return ours.find(({ focused }) => focused) ?? ours[0];
}

/** Whether the application can draw this address without a line. */
export const isDrawn = (url: string): boolean => drawn.has(pageAt(new URL(url).pathname));

/** What a gateway answers when the server behind it is away. */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether an answer to a page says only that the server was not reached. */
export const isAway = (status: number): boolean => away.has(status);
