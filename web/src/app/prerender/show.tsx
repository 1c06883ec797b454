import { normalizePath } from '@pontual/contract/shared/paths.ts';
import { useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentSession } from '../../api/session-store.ts';
import type { Router } from '../router.ts';
import { Application } from './application.tsx';

function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  return root;
}

/** Whether the page that the server has sent is the one that is to be shown: a visitor's. */
export const canHydratePage = (): boolean =>
  rootElement().dataset['page'] === normalizePath(location.pathname) && currentSession() === null;

/** Whether the document came with a page, and so with the few lines that start the application (visit.ts). */
export const hasPrerenderedPage = (): boolean => rootElement().dataset['page'] !== undefined;

/**
 * Shows the application: takes up the page that stands there, or draws one. Resolves once it answers, with
 * what takes it away again.
 */
export async function renderApplication(
  router: Router,
  isHydrating: boolean,
): Promise<Pick<Root, 'unmount'>> {
  const root = rootElement();
  const { promise, resolve } = Promise.withResolvers<void>();

  const onShown = () => {
    delete root.dataset['page'];
    resolve();
  };
  const application = (
    <NotifyOnMount onShown={onShown}>
      <Application>
        <RouterProvider router={router} />
      </Application>
    </NotifyOnMount>
  );
  const reactRoot = isHydrating ? hydrateRoot(root, application) : renderFresh(root, application);
  await promise;
  return reactRoot;
}

/** A visitor's page under a user's eyes: public/theme.js has had it hidden. */
function renderFresh(root: HTMLElement, application: ReactNode): Root {
  root.replaceChildren();
  delete root.dataset['page'];
  const reactRoot = createRoot(root);
  reactRoot.render(application);
  return reactRoot;
}

function NotifyOnMount({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  // Whoever waits is outside React.
  useEffect(onShown, [onShown]);
  return children;
}
