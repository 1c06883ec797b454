import {
  deleteOldCaches,
  install,
  cacheApp,
  findCachedFile,
  findCachedPage,
  findCachedShell,
  activate,
} from './caches.ts';
import { chooseStrategy, isGatewayError, type BuildFiles } from './files.ts';
import './push.ts';
import { scope } from './scope.ts';

/** Written in by the build (web/build/service-worker.ts). */
declare const FILES: BuildFiles;
const files = FILES;

/** A line that has not answered by then is as good as none, where the application is kept. */
const NETWORK_TIMEOUT_MS = 4000;

scope.addEventListener('install', (event) => {
  // Nothing waits: what is open finds the files of its own version still kept.
  event.waitUntil(install(files).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  // No navigation preload: it also asks for what is left to the browser, which then asks again, and the
  // ways back from Google and Instagram may be gone only once.
  event.waitUntil(Promise.all([activate(files), scope.clients.claim()]));
});

let caching: Promise<void> | undefined;

/** Once, however many ask while it is under way: it is all of the application's files. */
const cacheAppOnce = () =>
  (caching ??= cacheApp(files)
    .then(() => deleteOldCaches(files))
    // It is asked for again with the next page.
    .catch(() => undefined)
    .finally(() => {
      caching = undefined;
    }));

// A page of somebody who is logged in asks for the application to be kept.
scope.addEventListener('message', (event) => {
  if (event.data !== 'keep-app') return;
  // A page that was still being opened when this took over is nobody's until then.
  event.waitUntil(Promise.all([scope.clients.claim(), cacheAppOnce()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, url, headers } = request;
  const workerRequest = { method, mode, url, isRange: headers.has('range') };
  switch (chooseStrategy(workerRequest, scope.location.origin, files)) {
    case 'page':
      event.respondWith(respondWithPage(event));
      event.waitUntil(deleteOldCaches(files));
      break;
    case 'hashed':
      event.respondWith(respondCacheFirst(request));
      break;
    case 'named':
      event.respondWith(respondNetworkFirst(request));
      break;
    case 'none':
  }
});

/** The server's page; without a line the notice, or the application where it can draw the page. */
async function respondWithPage({ request }: FetchEvent): Promise<Response> {
  const response = (async () => {
    const networkResponse = await fetch(request);
    // What is kept says more than a gateway's own page.
    return isGatewayError(networkResponse.status)
      ? ((await findCachedShell(files, request.url)) ?? networkResponse)
      : networkResponse;
  })();
  return networkOrCache(response, {
    // A server that is slow is no reason to say that there is no line.
    onTimeout: () => findCachedShell(files, request.url),
    onError: () => findCachedPage(files, request.url),
  });
}

/** Its name says what is in it: kept or served, it is the same. */
const respondCacheFirst = async (request: Request): Promise<Response> =>
  (await findCachedFile(files, request)) ?? (await fetch(request));

/** The server's, and without a line the one that is kept. */
function respondNetworkFirst(request: Request): Promise<Response> {
  const findCached = () => findCachedFile(files, request);
  return networkOrCache(fetch(request), { onTimeout: findCached, onError: findCached });
}

type FindCached = () => Promise<Response | undefined>;

async function networkOrCache(
  network: Promise<Response>,
  { onTimeout, onError }: { onTimeout: FindCached; onError: FindCached },
): Promise<Response> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS);
  });
  try {
    const first = await Promise.race([network, late]);
    // Whether or not it is waited for to its end.
    network.catch(() => undefined);
    return first ?? (await onTimeout()) ?? (await network);
  } catch (error) {
    const cached = await onError();
    if (cached === undefined) throw error;
    return cached;
  }
}
