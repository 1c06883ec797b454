import { pageAt } from '@pontual/contract/paths.ts';
import { useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentSession } from '../api/session-store.ts';
import type { Router } from '../router.ts';
import { Application } from './application.tsx';

function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  return root;
}

/** Whether the page that the server has sent is the one that is to be shown: a visitor's. */
export const isServedPage = (): boolean =>
  rootElement().dataset['page'] === pageAt(location.pathname) && currentSession() === null;

/** Whether the document came with a page, and so with the few lines that start the application (visit.ts). */
export const hasServedPage = (): boolean => rootElement().dataset['page'] !== undefined;

/**
 * Shows the application: takes up the page that stands there, or draws one. Resolves once it answers, with
 * what takes it away again.
 */
export async function show(router: Router, isServed: boolean): Promise<Pick<Root, 'unmount'>> {
  const root = rootElement();
  const { promise, resolve } = Promise.withResolvers<void>();

  const onShown = () => {
    delete root.dataset['page'];
    resolve();
  };
  const application = (
    <Tell onShown={onShown}>
      <Application>
        <RouterProvider router={router} />
      </Application>
    </Tell>
  );
  const shown = isServed ? hydrateRoot(root, application) : drawAnew(root, application);
  await promise;
  return shown;
}

/** A visitor's page under a user's eyes: public/theme.js has had it hidden. */
function drawAnew(root: HTMLElement, application: ReactNode): Root {
  root.replaceChildren();
  delete root.dataset['page'];
  const shown = createRoot(root);
  shown.render(application);
  return shown;
}

function Tell({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  // Whoever waits is outside React.
  useEffect(onShown, [onShown]);
  return children;
}
