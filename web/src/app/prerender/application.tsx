import { StrictMode, type ReactNode } from 'react';
import { SessionProvider } from '../../api/session.tsx';

/** Around the router, the same where a page is rendered to HTML and where it is taken up. */
export function Application({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <SessionProvider>{children}</SessionProvider>
    </StrictMode>
  );
}
