import {
  deleteOldCaches,
  installFiles,
  cacheApp,
  findCachedFile,
  findCachedPage,
  findCachedShell,
  activate,
} from './caches.ts';
import { chooseStrategy, isGatewayError, type BuildFiles } from './files.ts';
import './push.ts';
import { scope } from './scope.ts';

/** Defined by the build (web/build/service-worker.ts). */
declare const FILES: BuildFiles;
const files = FILES;

/** In ms; then a cached application replaces a slow response. */
const NETWORK_TIMEOUT_MS = 4000;

scope.addEventListener('install', (event) => {
  // Safe, because open tabs still find the files of their version in the cache.
  event.waitUntil(installFiles(files).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  // Navigation preload stays off: it would request twice what the worker leaves to the browser, but the
  // callbacks of Google and Instagram may be requested only once.
  event.waitUntil(Promise.all([activate(files), scope.clients.claim()]));
});

let caching: Promise<void> | undefined;

/** Concurrent calls share one run, because it downloads all files. */
const cacheAppOnce = () =>
  (caching ??= cacheApp(files)
    .then(() => deleteOldCaches(files))
    .catch(() => undefined)
    .finally(() => {
      caching = undefined;
    }));

scope.addEventListener('message', (event) => {
  if (event.data !== 'keep-app') return;
  // A page that was still loading is not controlled yet.
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

async function respondWithPage({ request }: FetchEvent): Promise<Response> {
  const response = (async () => {
    const networkResponse = await fetch(request);
    return isGatewayError(networkResponse.status)
      ? ((await findCachedShell(files, request.url)) ?? networkResponse)
      : networkResponse;
  })();
  return networkOrCache(response, {
    // A slow server does not mean offline, so the offline page is not shown here.
    onTimeout: () => findCachedShell(files, request.url),
    onError: () => findCachedPage(files, request.url),
  });
}

/** The file name contains a content hash. */
const respondCacheFirst = async (request: Request): Promise<Response> =>
  (await findCachedFile(files, request)) ?? (await fetch(request));

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
    // Prevents an unhandled rejection when the response is no longer awaited.
    network.catch(() => undefined);
    return first ?? (await onTimeout()) ?? (await network);
  } catch (error) {
    const cached = await onError();
    if (cached === undefined) throw error;
    return cached;
  }
}
