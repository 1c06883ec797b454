/** Follows what the service worker asks of this page (web/src/worker/push.ts says it). */
export function followWorker(does: { open: (path: string) => void; renew: () => void }): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'push-changed') does.renew();
    else if (typeof data === 'object' && data !== null && 'open' in data) {
      if (typeof data.open === 'string') does.open(data.open);
    }
  });
}
