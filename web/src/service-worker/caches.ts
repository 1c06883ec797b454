import { type BuildFiles, isOfflinePath } from './files.ts';
import { scope } from './scope.ts';

const PREFIX = 'pontual-';
/** The cache key of the document, whichever page it was requested for. */
const SHELL = '/dashboard';
const OFFLINE_PAGE = '/offline.html';
/** The cache key of the tabs that were open when this version took over. */
const OPEN_TABS = '/tenants';

/** Every supported browser accepts each encoding that we send. */
const matchOptions = { ignoreVary: true };

const cacheName = ({ version }: BuildFiles) => PREFIX + version;
const listVersions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Caches the application too if an earlier version has cached it on this device. */
export async function installFiles(files: BuildFiles): Promise<void> {
  const hadApp = (await caches.match(SHELL, matchOptions)) !== undefined;
  const cache = await caches.open(cacheName(files));
  await cacheAll(cache, files.offlinePage);
  if (hadApp) await cacheApp(files);
}

/** The document goes last: when it is cached, all files are. */
export async function cacheApp(files: BuildFiles): Promise<void> {
  const cache = await caches.open(cacheName(files));
  if ((await cache.match(SHELL, matchOptions)) !== undefined) return;
  await cacheAll(cache, files.app);
  const shell = await fetch(SHELL, { cache: 'no-store', credentials: 'omit' });
  const html = await shell.clone().text();
  // During a deployment, another version may respond.
  if (!shell.ok || !html.includes(files.entry))
    throw new Error('the document is of another version');
  await cache.put(SHELL, shell);
}

async function cacheAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.filter((path) => !cachedPaths.has(path));
  // Hashed files may come from the HTTP cache; other files are revalidated.
  await cache.addAll(
    missing.map((path) =>
      path.startsWith('/assets/') ? path : new Request(path, { cache: 'no-cache' }),
    ),
  );
}

/** Open tabs keep the files of their version until they close. */
export async function activate(files: BuildFiles): Promise<void> {
  const cache = await caches.open(cacheName(files));
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await cache.put(OPEN_TABS, Response.json(tabs.map(({ id }) => id)));
  await deleteOldCaches(files);
}

/** Does nothing while a tab remains that was open when this version took over. */
export async function deleteOldCaches(files: BuildFiles): Promise<void> {
  const own = cacheName(files);
  const old = (await listVersions()).filter((name) => name !== own);
  if (old.length === 0) return;
  const cache = await caches.open(own);
  const openTabs: unknown = await (await cache.match(OPEN_TABS))?.json();
  if (!Array.isArray(openTabs)) return;
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ id }) => openTabs.includes(id))) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Undefined unless the application is cached and can render the page offline. */
export async function findCachedShell(
  files: BuildFiles,
  url: string,
): Promise<Response | undefined> {
  if (!isOfflinePath(url)) return undefined;
  return (await caches.open(cacheName(files))).match(SHELL, matchOptions);
}

export const findCachedPage = async (
  files: BuildFiles,
  url: string,
): Promise<Response | undefined> =>
  (await findCachedShell(files, url)) ??
  (await caches.open(cacheName(files))).match(OFFLINE_PAGE, matchOptions);

/** The file may be of an older version that an open tab still uses. */
export const findCachedFile = async (
  files: BuildFiles,
  request: Request,
): Promise<Response | undefined> =>
  (await (await caches.open(cacheName(files))).match(request, matchOptions)) ??
  (await caches.match(request, matchOptions));
