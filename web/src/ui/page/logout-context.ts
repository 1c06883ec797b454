import { createContext, use } from 'react';

/** What every way to log out by hand goes through: it asks first where something would be lost. */
export const LogoutContext = createContext<(() => void) | null>(null);

export function useLogout(): () => void {
  const logout = use(LogoutContext);
  if (logout === null) throw new Error('useLeave outside of AppShell');
  return logout;
}
