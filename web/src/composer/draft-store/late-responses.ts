/** The outcome of a request whose composer was closed before the server responded. */
export interface LateResponse {
  key: string;
  isCreated: boolean;
}

const CHANNEL_NAME = 'pontual.late-answers';

/** In this tab or another. */
export function broadcastLateResponse(answer: LateResponse): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage(answer);
  channel.close();
}

export function onLateResponse(listener: (answer: LateResponse) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<LateResponse>) => listener(data));
  return () => channel.close();
}
