import type { PostAction, PostStatus } from '@pontual/contract/posts.ts';
import type { InstagramProblem } from '../instagram/instagram.errors.ts';

/** Why a post stands as it does, for its owner and for support. */
export interface Problem {
  code: string;
  cause: string;
  action: PostAction;
}

/** What a step decided. The row is written by whoever took the step, under its fence. */
export type Move =
  /** Nothing to do before then; a problem may be shown meanwhile. */
  | { kind: 'wait'; ms: number; problem?: Problem; isLook?: true }
  /** Nothing to do before the post's own hour. */
  | { kind: 'wait-for-hour' }
  /** One call is left. */
  | { kind: 'prepared'; containerId: string; igUserId: string }
  /** The container is of no use: prepare again. */
  | { kind: 'prepare-again'; ms: number; problem?: Problem }
  /** The outcome of a publish must be read. */
  | { kind: 'doubt'; ms: number; problem: Problem; container?: { id: string; igUserId: string } }
  /** It did not happen: the same container may be published again. */
  | { kind: 'publish-again' }
  | { kind: 'published'; mediaId: string | null }
  | {
      kind: 'ended';
      status: Extract<PostStatus, 'failed' | 'error' | 'expired'>;
      problem: Problem;
    };

export const failedWith = ({ code, cause, action }: InstagramProblem): Move => ({
  kind: 'ended',
  status: 'failed',
  problem: { code, cause, action },
});

export const expiredWithoutAccount: Move = {
  kind: 'ended',
  status: 'expired',
  problem: {
    code: 'no-account',
    cause: 'A hora deste post passou sem uma conta do Instagram conectada.',
    action: 'reconnect',
  },
};

export const expiredTooLate: Move = {
  kind: 'ended',
  status: 'expired',
  problem: {
    code: 'too-late',
    cause: 'Não conseguimos publicar na hora marcada e já passou mais de 1 hora.',
    action: 'try_again',
  },
};

export const needsReconnect: Problem = {
  code: 'reconnect',
  cause: 'O Instagram não aceita mais a autorização da conta. Conecte a conta novamente.',
  action: 'reconnect',
};

/** `reference` is in our log beside what happened. */
export const ourFault = (reference: string): Move => ({
  kind: 'ended',
  status: 'error',
  problem: {
    code: reference,
    cause: `Tivemos um problema ao publicar este post. Fale com o suporte e cite ${reference}.`,
    action: 'try_again',
  },
});
