import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { currentSession } from '../../api/session-store.ts';

export interface LeaveGuard {
  /** Somebody is about to leave, and is to be asked. */
  asking: boolean;
  leave: () => void;
  stay: () => void;
  /** The user has chosen, by name, to go elsewhere: the next navigation is not asked about. */
  letPass: () => void;
}

/** While there is work to lose, asks before it is left behind: by a link, by Back, or by closing the tab. */
export function useLeaveGuard(work: boolean): LeaveGuard {
  const passing = useRef(false);
  // A session that ended leads to the login page at once.
  const blocker = useBlocker(() => work && !passing.current && currentSession() !== null);

  // Only the browser can ask before a tab is closed or loaded again.
  useEffect(() => {
    if (!work) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [work]);

  // The router goes on holding a navigation back, although there is nothing left to ask about.
  useEffect(() => {
    if (!work && blocker.state === 'blocked') blocker.reset();
  }, [work, blocker]);

  return {
    asking: work && blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    letPass: () => {
      passing.current = true;
    },
  };
}
