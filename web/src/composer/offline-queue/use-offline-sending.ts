import { useEffect } from 'react';
import { sendOfflinePosts } from './send-offline-posts.ts';

/** For a server that was away while the line was there. */
const RETRY_INTERVAL_MS = 30_000;

/** Sends what waits as soon as there is a line, for as long as something does. */
export function useOfflineSending(owner: string): void {
  // The line is outside React.
  useEffect(() => {
    const send = (anew = false) => void sendOfflinePosts(owner, anew).catch(() => undefined);
    const sendNow = () => send(true);
    send();
    addEventListener('online', sendNow);
    const timer = setInterval(() => send(), RETRY_INTERVAL_MS);
    return () => {
      removeEventListener('online', sendNow);
      clearInterval(timer);
    };
  }, [owner]);
}
