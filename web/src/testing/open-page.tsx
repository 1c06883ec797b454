import type { User } from '@pontual/contract/auth.ts';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { page } from 'vitest/browser';
import { queryClient } from '../api/query-client.ts';
import { currentSession, leaveSession, storeSession } from '../api/session-store.ts';
import { Application } from '../prerender/application.tsx';
import { openRouter, type Router } from '../router.ts';
import { closeToast } from '../ui/toast.tsx';
import { answerAsUsual } from './usual-answers.ts';

/** The widths that every page is made for, in px. */
export const DESK = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface Visit {
  /** Who is logged in; nobody unless given. */
  as?: User;
  size?: { width: number; height: number };
}

let shown: { root: Root; router: Router } | undefined;

/**
 * Opens an address of the whole application, with its real router, session and cache. What the page asks
 * and the test has not answered (`server.answer`) is answered as for somebody who has nothing yet.
 */
export async function openPage(path: string, { as, size = DESK }: Visit = {}): Promise<Router> {
  await page.viewport(size.width, size.height);
  if (as !== undefined) {
    answerAsUsual(as);
    storeSession({ token: 'token-of-a-test', user: as });
  }
  history.replaceState(null, '', path);
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  const router = await openRouter(false);
  const root = createRoot(element);
  shown = { root, router };
  root.render(
    <Application>
      <RouterProvider router={router} />
    </Application>,
  );
  return router;
}

/** Takes the application away, and all that it has kept in the browser. */
export function closePage(): void {
  shown?.router.dispose();
  shown?.root.unmount();
  shown = undefined;
  if (currentSession() !== null) leaveSession();
  queryClient.clear();
  closeToast();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  delete document.documentElement.dataset['theme'];
}
