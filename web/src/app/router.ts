import { createBrowserRouter } from 'react-router';
import { routes } from './routes.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

export const openRouter = (): Router =>
  createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ patch }) {
      const { lazyRoutes } = await import('./lazy-routes.ts');
      for (const [id, pages] of Object.entries(lazyRoutes)) patch(id, pages);
    },
  });
