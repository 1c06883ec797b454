/** The points of the protocol at which a process may die; only proofs look at them. */
export type ProtocolPoint =
  | 'booted'
  | 'claimed'
  | 'creating'
  | 'created'
  | 'stored'
  | 'polled'
  | 'prepared'
  | 'intended'
  | 'sending'
  | 'answered'
  | 'recorded'
  | 'permalink'
  | 'mail'
  /** Of the deletion of an account, before and after the step that is named instead of a post. */
  | 'deleting'
  | 'deleted';

/** Told when a point is reached; whatever it awaits, the engine awaits. */
export type Observe = (point: ProtocolPoint, postId: string) => void | Promise<void>;

export const noopObserve: Observe = () => undefined;
