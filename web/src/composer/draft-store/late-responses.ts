/** The outcome of a request whose composer was closed before the server responded. */
export interface LateResponse {
  /** Idempotency key of the request. */
  key: string;
  isCreated: boolean;
}

const CHANNEL_NAME = 'pontual.late-answers';

/** Notifies every composer that has this draft open, in this tab or another. */
export function broadcastLateResponse(answer: LateResponse): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage(answer);
  channel.close();
}

/** Subscribes to late responses; returns the unsubscribe function. */
export function onLateResponse(listener: (answer: LateResponse) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<LateResponse>) => listener(data));
  return () => channel.close();
}
