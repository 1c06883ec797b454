/** web/src/service-worker/push.ts sends the messages. */
export function listenToWorker(handlers: {
  open: (path: string) => void;
  renew: () => void;
}): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'push-changed') handlers.renew();
    else if (typeof data === 'object' && data !== null && 'open' in data) {
      if (typeof data.open === 'string') handlers.open(data.open);
    }
  });
}
