import { StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { SessionProvider } from '../api/session.tsx';
import type { Router } from './router.ts';

export function Application({ router }: { router: Router }) {
  return (
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </StrictMode>
  );
}
