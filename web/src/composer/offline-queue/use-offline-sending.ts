import { useEffect } from 'react';
import { sendOfflinePosts } from './send-offline-posts.ts';

/** In ms. Needed when the server was unreachable while the browser was online. */
const RETRY_INTERVAL_MS = 30_000;

export function useOfflineSending(owner: string): void {
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
