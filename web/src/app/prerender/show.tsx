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

export const canHydratePage = (): boolean =>
  rootElement().dataset['page'] === normalizePath(location.pathname) && currentSession() === null;

/** A prerendered page contains the small script that starts the application (visit.ts). */
export const hasPrerenderedPage = (): boolean => rootElement().dataset['page'] !== undefined;

/** Resolves once the application is interactive. */
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

/** The prerendered visitor page is not for this user; public/theme.js has hidden it. */
function renderFresh(root: HTMLElement, application: ReactNode): Root {
  root.replaceChildren();
  delete root.dataset['page'];
  const reactRoot = createRoot(root);
  reactRoot.render(application);
  return reactRoot;
}

function NotifyOnMount({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown, [onShown]);
  return children;
}
