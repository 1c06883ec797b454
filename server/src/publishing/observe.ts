/** The points of the protocol at which a process may die; only proofs use them. */
export type ProtocolPoint =
  | 'booted'
  | 'claimed'
  | 'creating'
  | 'created'
  | 'stored'
  | 'uploading'
  | 'uploaded'
  | 'polled'
  | 'prepared'
  | 'intended'
  | 'sending'
  | 'answered'
  | 'recorded'
  | 'permalink'
  /** A message of the outbox is claimed; its id replaces the post id. */
  | 'message'
  /** Around a step of the deletion of a user account; its name replaces the post id. */
  | 'deleting'
  | 'deleted';

export type Observe = (point: ProtocolPoint, postId: string) => void | Promise<void>;

export const noopObserve: Observe = () => undefined;
