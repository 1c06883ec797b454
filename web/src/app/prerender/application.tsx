import { StrictMode, type ReactNode } from 'react';
import { SessionProvider } from '../../api/session.tsx';

/** The providers around the router, equal for prerendering and hydration. */
export function Application({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <SessionProvider>{children}</SessionProvider>
    </StrictMode>
  );
}
