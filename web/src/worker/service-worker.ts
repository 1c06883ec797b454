import { forgetOld, install, keepApp, keptFile, keptPage, keptShell, takeOver } from './caches.ts';
import { handlingOf, isAway, type Files } from './files.ts';
import './push.ts';
import { scope } from './scope.ts';

/** Written in by the build (web/build/worker.ts). */
declare const FILES: Files;
const files = FILES;

/** A line that has not answered by then is as good as none, where the application is kept. */
const PATIENCE_MS = 4000;

scope.addEventListener('install', (event) => {
  // Nothing waits: what is open finds the files of its own version still kept.
  event.waitUntil(install(files).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  // No navigation preload: it also asks for what is left to the browser, which then asks again, and the
  // ways back from Google and Instagram may be gone only once.
  event.waitUntil(Promise.all([takeOver(files), scope.clients.claim()]));
});

let keeping: Promise<void> | undefined;

/** Once, however many ask while it is under way: it is all of the application's files. */
const keepOnce = () =>
  (keeping ??= keepApp(files)
    .then(() => forgetOld(files))
    // It is asked for again with the next page.
    .catch(() => undefined)
    .finally(() => {
      keeping = undefined;
    }));

// A page of somebody who is logged in asks for the application to be kept.
scope.addEventListener('message', (event) => {
  if (event.data !== 'keep-app') return;
  // A page that was still being opened when this took over is nobody's until then.
  event.waitUntil(Promise.all([scope.clients.claim(), keepOnce()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, url, headers } = request;
  const asked = { method, mode, url, isRange: headers.has('range') };
  switch (handlingOf(asked, scope.location.origin, files)) {
    case 'page':
      event.respondWith(page(event));
      event.waitUntil(forgetOld(files));
      break;
    case 'hashed':
      event.respondWith(hashed(request));
      break;
    case 'named':
      event.respondWith(named(request));
      break;
    case 'none':
  }
});

/** The server's page; without a line the notice, or the application where it can draw the page. */
async function page({ request }: FetchEvent): Promise<Response> {
  const served = (async () => {
    const answer = await fetch(request);
    // What is kept says more than a gateway's own page.
    return isAway(answer.status) ? ((await keptShell(files, request.url)) ?? answer) : answer;
  })();
  return servedOrKept(served, {
    // A server that is slow is no reason to say that there is no line.
    whenLate: () => keptShell(files, request.url),
    whenLost: () => keptPage(files, request.url),
  });
}

/** Its name says what is in it: kept or served, it is the same. */
const hashed = async (request: Request): Promise<Response> =>
  (await keptFile(files, request)) ?? (await fetch(request));

/** The server's, and without a line the one that is kept. */
function named(request: Request): Promise<Response> {
  const kept = () => keptFile(files, request);
  return servedOrKept(fetch(request), { whenLate: kept, whenLost: kept });
}

type Find = () => Promise<Response | undefined>;

async function servedOrKept(
  served: Promise<Response>,
  { whenLate, whenLost }: { whenLate: Find; whenLost: Find },
): Promise<Response> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    const first = await Promise.race([served, late]);
    // Whether or not it is waited for to its end.
    served.catch(() => undefined);
    return first ?? (await whenLate()) ?? (await served);
  } catch (error) {
    const kept = await whenLost();
    if (kept === undefined) throw error;
    return kept;
  }
}
