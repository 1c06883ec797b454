import { type Files, isDrawn } from './files.ts';
import { scope } from './scope.ts';

const PREFIX = 'pontual-';
/** Under which the application's document is kept, whatever page it was asked for. */
const SHELL = '/dashboard';
const NOTICE = '/offline.html';
/** Under which it is kept which tabs were there when a version took over. */
const TENANTS = '/tenants';

/** Every browser that we serve reads each encoding that we send. */
const anyway = { ignoreVary: true };

const nameOf = ({ version }: Files) => PREFIX + version;
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Keeps the notice; and the application too where an earlier version was kept on this device. */
export async function install(files: Files): Promise<void> {
  const hadApp = (await caches.match(SHELL, anyway)) !== undefined;
  const cache = await caches.open(nameOf(files));
  await keepAll(cache, files.notice);
  if (hadApp) await keepApp(files);
}

/** Keeps the application, its document last: where that is, all is. */
export async function keepApp(files: Files): Promise<void> {
  const cache = await caches.open(nameOf(files));
  if ((await cache.match(SHELL, anyway)) !== undefined) return;
  await keepAll(cache, files.app);
  const shell = await fetch(SHELL, { cache: 'no-store', credentials: 'omit' });
  const html = await shell.clone().text();
  // While a release goes out, another version may answer: its files are not these.
  if (!shell.ok || !html.includes(files.entry))
    throw new Error('the document is of another version');
  await cache.put(SHELL, shell);
}

async function keepAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const had = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = paths.filter((path) => !had.has(path));
  // What carries a hash may come from the browser's own cache; what does not is asked for anew.
  await cache.addAll(
    wanted.map((path) =>
      path.startsWith('/assets/') ? path : new Request(path, { cache: 'no-cache' }),
    ),
  );
}

/** Takes over at once. The tabs that are open keep the files of their version until they go. */
export async function takeOver(files: Files): Promise<void> {
  const cache = await caches.open(nameOf(files));
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await cache.put(TENANTS, Response.json(tabs.map(({ id }) => id)));
  await forgetOld(files);
}

/** Deletes earlier versions once no tab is left that was open when this one took over. */
export async function forgetOld(files: Files): Promise<void> {
  const own = nameOf(files);
  const old = (await versions()).filter((name) => name !== own);
  if (old.length === 0) return;
  const cache = await caches.open(own);
  const tenants: unknown = await (await cache.match(TENANTS))?.json();
  // Not active yet: what is older still serves.
  if (!Array.isArray(tenants)) return;
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ id }) => tenants.includes(id))) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The application, where it is kept and can draw the page. */
export async function keptShell(files: Files, url: string): Promise<Response | undefined> {
  if (!isDrawn(url)) return undefined;
  return (await caches.open(nameOf(files))).match(SHELL, anyway);
}

/** What is kept of a page: the application, or else the notice. */
export const keptPage = async (files: Files, url: string): Promise<Response | undefined> =>
  (await keptShell(files, url)) ?? (await caches.open(nameOf(files))).match(NOTICE, anyway);

/** A file of this version, or of one that an open tab still has. */
export const keptFile = async (files: Files, request: Request): Promise<Response | undefined> =>
  (await (await caches.open(nameOf(files))).match(request, anyway)) ??
  (await caches.match(request, anyway));
