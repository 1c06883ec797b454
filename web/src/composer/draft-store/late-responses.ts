/** What came of a post whose composer was left before the server had answered. */
export interface LateResponse {
  /** Under which it was sent. */
  key: string;
  isCreated: boolean;
}

const CHANNEL_NAME = 'pontual.late-answers';

/** Tells whoever goes on with that post, in this tab or another. */
export function broadcastLateResponse(answer: LateResponse): void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.postMessage(answer);
  channel.close();
}

/** Listens until what it gives back is called. */
export function onLateResponse(listener: (answer: LateResponse) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  // Nobody else writes to this channel.
  channel.addEventListener('message', ({ data }: MessageEvent<LateResponse>) => listener(data));
  return () => channel.close();
}
