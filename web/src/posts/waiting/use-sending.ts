import { useEffect } from 'react';
import { sendWaiting } from './send-waiting.ts';

/** For a server that was away while the line was there. */
const AGAIN_MS = 30_000;

/** Sends what waits as soon as there is a line, for as long as something does. */
export function useSending(owner: string): void {
  // The line is outside React.
  useEffect(() => {
    const send = (anew = false) => void sendWaiting(owner, anew).catch(() => undefined);
    const sendAnew = () => send(true);
    send();
    addEventListener('online', sendAnew);
    const timer = setInterval(() => send(), AGAIN_MS);
    return () => {
      removeEventListener('online', sendAnew);
      clearInterval(timer);
    };
  }, [owner]);
}
