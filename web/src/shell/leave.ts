import { createContext, use } from 'react';

/** What every way to log out by hand goes through: it asks first where something would be lost. */
export const Leave = createContext<(() => void) | null>(null);

export function useLeave(): () => void {
  const leave = use(Leave);
  if (leave === null) throw new Error('useLeave outside of AppShell');
  return leave;
}
