import { createContext, use } from 'react';

/** Requests a confirmation where work would be lost. */
export const LogoutContext = createContext<(() => void) | null>(null);

export function useLogout(): () => void {
  const logout = use(LogoutContext);
  if (logout === null) throw new Error('useLeave outside of AppShell');
  return logout;
}
