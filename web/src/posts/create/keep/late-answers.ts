/** What came of a post whose composer was left before the server had answered. */
export interface LateAnswer {
  /** Under which it was sent. */
  key: string;
  exists: boolean;
}

const NAME = 'pontual.late-answers';

/** Tells whoever goes on with that post, in this tab or another. */
export function tellLate(answer: LateAnswer): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(answer);
  channel.close();
}

/** Listens until what it gives back is called. */
export function onLateAnswer(listener: (answer: LateAnswer) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  // Nobody else writes to this channel.
  channel.addEventListener('message', ({ data }: MessageEvent<LateAnswer>) => listener(data));
  return () => channel.close();
}
