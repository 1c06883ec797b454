import type { User } from '@pontual/contract/identity/auth.ts';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { page } from 'vitest/browser';
import { queryClient } from '../src/api/query-client.ts';
import { currentSession, logOutLocally, storeSession } from '../src/api/session-store.ts';
import { redirectToLogin } from '../src/app/redirect-to-login.ts';
import { Application } from '../src/app/prerender/application.tsx';
import { canHydratePage, renderApplication } from '../src/app/prerender/show.tsx';
import { openRouter, type Router } from '../src/app/router.ts';
import { closeToast } from '../src/ui/toast.tsx';
import { answerUserDefaults } from './default-answers.ts';

export const DESK = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface Visit {
  /** A visitor by default. */
  as?: User;
  size?: { width: number; height: number };
}

let mounted: { root: Pick<Root, 'unmount'>; router: Router; end: () => void } | undefined;

/** The complete application, with its real router, session and cache. Unanswered requests get empty data. */
export async function openPage(path: string, { as, size = DESK }: Visit = {}): Promise<Router> {
  unmount();
  await page.viewport(size.width, size.height);
  if (as !== undefined) {
    answerUserDefaults(as);
    storeSession({ token: 'token-of-a-test', user: as });
  }
  history.replaceState(null, '', path);
  return render();
}

async function render(): Promise<Router> {
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  const router = await openRouter(false);
  const root = createRoot(element);
  mounted = { root, router, end: redirectToLogin(router) };
  root.render(
    <Application>
      <RouterProvider router={router} />
    </Application>,
  );
  return router;
}

/** Returns the function that hydrates the page, as prerender/visit.ts does. */
export function openPrerenderedPage(at: string, path: string, html: string): () => Promise<void> {
  history.replaceState(null, '', at);
  const element = document.createElement('div');
  element.id = 'root';
  element.dataset['page'] = path;
  element.innerHTML = html;
  document.body.append(element);
  return async () => {
    const router = await openRouter(canHydratePage());
    mounted = {
      root: await renderApplication(router, canHydratePage()),
      router,
      end: redirectToLogin(router),
    };
  };
}

export async function reloadPage(): Promise<Router> {
  unmount();
  queryClient.clear();
  return render();
}

function unmount(): void {
  mounted?.end();
  mounted?.router.dispose();
  mounted?.root.unmount();
  document.body.replaceChildren();
  mounted = undefined;
}

export async function closePage(): Promise<void> {
  unmount();
  if (currentSession() !== null) logOutLocally();
  queryClient.clear();
  closeToast();
  localStorage.clear();
  sessionStorage.clear();
  // As another tab: after a logout by the user, the next page would redirect elsewhere.
  dispatchEvent(new StorageEvent('storage'));
  delete document.documentElement.dataset['theme'];
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
