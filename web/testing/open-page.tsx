import type { User } from '@pontual/contract/identity/auth.ts';
import { createRoot } from 'react-dom/client';
import { ORIGIN_PLACEHOLDER } from '@pontual/contract/shared/page-meta.ts';
import { normalizePath } from '@pontual/contract/shared/paths.ts';
import { pageTitle } from '@pontual/contract/shared/public-pages.ts';
import { page } from 'vitest/browser';
import { queryClient } from '../src/api/query-client.ts';
import { currentSession, logOutLocally, storeSession } from '../src/api/session-store.ts';
import { redirectToLogin } from '../src/app/redirect-to-login.ts';
import { Application } from '../src/app/application.tsx';
import { openRouter, type Router } from '../src/app/router.ts';
import { isReplacedForUsers, startPlainPage } from '../src/public/plain/plain-page.ts';
import { renderPages } from '../src/public/plain/render.tsx';
import { plainPaths } from '../src/ui/page/paths.ts';
import { closeToast } from '../src/ui/toast.tsx';
import { answerUserDefaults } from './default-answers.ts';

export const DESK = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface Visit {
  /** A visitor by default. */
  as?: User;
  size?: { width: number; height: number };
}

let unmountPage: (() => void) | undefined;
/** The page that a link has led to. */
let shown: Promise<unknown> = Promise.resolve();

/**
 * The complete application, with its real router, session and cache. Unanswered requests get empty data.
 * @throws Error for a plain page
 */
export async function openPage(path: string, visit: Visit = {}): Promise<Router> {
  await prepare(path, visit);
  const router = await showDocument();
  if (router === undefined) throw new Error(`${path} is a plain page`);
  return router;
}

/** What the server sends for the path, with its script: a plain page or the application. */
export async function openDocument(path: string, visit: Visit = {}): Promise<void> {
  await prepare(path, visit);
  await showDocument();
}

export async function reloadPage(): Promise<void> {
  unmount();
  queryClient.clear();
  await showDocument();
}

async function prepare(path: string, { as, size = DESK }: Visit): Promise<void> {
  unmount();
  await page.viewport(size.width, size.height);
  if (as !== undefined) {
    answerUserDefaults(as);
    storeSession({ token: 'token-of-a-test', user: as });
  }
  history.replaceState(null, '', path);
}

/** Returns the router of the application, unless the page is plain. */
async function showDocument(): Promise<Router | undefined> {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  document.documentElement.toggleAttribute('data-session', currentSession() !== null);
  const path = plainPaths.find((each) => each === normalizePath(location.pathname));
  if (path !== undefined) {
    const html = (await renderPages({}))[path] ?? '';
    root.innerHTML = html.replaceAll(ORIGIN_PLACEHOLDER, location.origin);
    if (currentSession() === null || !isReplacedForUsers()) {
      document.title = pageTitle(path);
      unmountPage = startPlainPage();
      // As the browser does after loading.
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
      return undefined;
    }
  }
  const router = openRouter();
  const reactRoot = createRoot(root);
  const stopRedirects = redirectToLogin(router);
  unmountPage = () => {
    stopRedirects();
    router.dispose();
    reactRoot.unmount();
  };
  reactRoot.render(<Application router={router} />);
  return router;
}

// A browser would replace this document, and with it the test.
navigation.addEventListener('navigate', (event) => {
  const { canIntercept, destination, hashChange, downloadRequest, navigationType } = event;
  if (!canIntercept || destination.sameDocument || hashChange) return;
  if (downloadRequest !== null || navigationType === 'reload') return;
  event.intercept({
    async handler() {
      unmount();
      shown = showDocument();
      await shown;
    },
  });
});

function unmount(): void {
  unmountPage?.();
  unmountPage = undefined;
  document.body.replaceChildren();
}

export async function closePage(): Promise<void> {
  await shown;
  unmount();
  if (currentSession() !== null) logOutLocally();
  queryClient.clear();
  closeToast();
  localStorage.clear();
  sessionStorage.clear();
  // As another tab: after a logout by the user, the next page would redirect elsewhere.
  dispatchEvent(new StorageEvent('storage'));
  for (const name of ['theme', 'session', 'consent']) {
    delete document.documentElement.dataset[name];
  }
  await clearDatabases();
}

/** Open databases cannot be deleted. */
async function clearDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await toPromise(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const writing = database.transaction(stores, 'readwrite');
      await Promise.all(stores.map((store) => toPromise(writing.objectStore(store).clear())));
    }
    database.close();
  }
}

const toPromise = <T,>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
