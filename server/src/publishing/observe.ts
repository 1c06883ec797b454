/** The points of the protocol at which a process may die; only proofs use them. */
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
  /**
   * Before and after a step of the deletion of a user account; the name of the step replaces the post
   * id.
   */
  | 'deleting'
  | 'deleted';

/** Called when a point is reached; the engine awaits the result. */
export type Observe = (point: ProtocolPoint, postId: string) => void | Promise<void>;

export const noopObserve: Observe = () => undefined;
