import { type BuildFiles, isOfflinePath } from './files.ts';
import { scope } from './scope.ts';

const PREFIX = 'pontual-';
/** Under which the application's document is kept, whatever page it was asked for. */
const SHELL = '/dashboard';
const OFFLINE_PAGE = '/offline.html';
/** Under which it is kept which tabs were there when a version took over. */
const OPEN_TABS = '/tenants';

/** Every browser that we serve reads each encoding that we send. */
const matchOptions = { ignoreVary: true };

const cacheName = ({ version }: BuildFiles) => PREFIX + version;
const listVersions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Keeps the notice; and the application too where an earlier version was kept on this device. */
export async function install(files: BuildFiles): Promise<void> {
  const hadApp = (await caches.match(SHELL, matchOptions)) !== undefined;
  const cache = await caches.open(cacheName(files));
  await cacheAll(cache, files.offlinePage);
  if (hadApp) await cacheApp(files);
}

/** Keeps the application, its document last: where that is, all is. */
export async function cacheApp(files: BuildFiles): Promise<void> {
  const cache = await caches.open(cacheName(files));
  if ((await cache.match(SHELL, matchOptions)) !== undefined) return;
  await cacheAll(cache, files.app);
  const shell = await fetch(SHELL, { cache: 'no-store', credentials: 'omit' });
  const html = await shell.clone().text();
  // While a release goes out, another version may answer: its files are not these.
  if (!shell.ok || !html.includes(files.entry))
    throw new Error('the document is of another version');
  await cache.put(SHELL, shell);
}

async function cacheAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.filter((path) => !cachedPaths.has(path));
  // What carries a hash may come from the browser's own cache; what does not is asked for anew.
  await cache.addAll(
    missing.map((path) =>
      path.startsWith('/assets/') ? path : new Request(path, { cache: 'no-cache' }),
    ),
  );
}

/** Takes over at once. The tabs that are open keep the files of their version until they go. */
export async function activate(files: BuildFiles): Promise<void> {
  const cache = await caches.open(cacheName(files));
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await cache.put(OPEN_TABS, Response.json(tabs.map(({ id }) => id)));
  await deleteOldCaches(files);
}

/** Deletes earlier versions once no tab is left that was open when this one took over. */
export async function deleteOldCaches(files: BuildFiles): Promise<void> {
  const own = cacheName(files);
  const old = (await listVersions()).filter((name) => name !== own);
  if (old.length === 0) return;
  const cache = await caches.open(own);
  const openTabs: unknown = await (await cache.match(OPEN_TABS))?.json();
  // Not active yet: what is older still serves.
  if (!Array.isArray(openTabs)) return;
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ id }) => openTabs.includes(id))) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The application, where it is kept and can draw the page. */
export async function findCachedShell(
  files: BuildFiles,
  url: string,
): Promise<Response | undefined> {
  if (!isOfflinePath(url)) return undefined;
  return (await caches.open(cacheName(files))).match(SHELL, matchOptions);
}

/** What is kept of a page: the application, or else the notice. */
export const findCachedPage = async (
  files: BuildFiles,
  url: string,
): Promise<Response | undefined> =>
  (await findCachedShell(files, url)) ??
  (await caches.open(cacheName(files))).match(OFFLINE_PAGE, matchOptions);

/** A file of this version, or of one that an open tab still has. */
export const findCachedFile = async (
  files: BuildFiles,
  request: Request,
): Promise<Response | undefined> =>
  (await (await caches.open(cacheName(files))).match(request, matchOptions)) ??
  (await caches.match(request, matchOptions));
