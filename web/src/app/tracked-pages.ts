import type { TrackedPages } from '../public/tracking/tracking.rules.ts';
import type { Router } from './router.ts';

export function trackedPages(router: Router): TrackedPages {
  return {
    ready: routerReady(router),
    current: () => routePage(router.state.matches),
    onChange(listener) {
      let path = router.state.location.pathname;
      return router.subscribe(({ location }) => {
        if (location.pathname === path) return;
        path = location.pathname;
        listener();
      });
    },
  };
}

/** Before initialisation the router may not know the page. */
async function routerReady(router: Router): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

/** The page as the route table names it: the URL may contain a token, an id or user input. */
export function routePage(matches: readonly { route: { path?: string | undefined } }[]): string {
  let page = '/';
  for (const { route } of matches) {
    if (route.path === undefined) continue;
    if (route.path === '*') return '/404';
    page = route.path.startsWith('/') ? route.path : `${page.replace(/\/$/, '')}/${route.path}`;
  }
  return page;
}
