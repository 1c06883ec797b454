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
  /**
   * Nothing to do before then; a problem may be shown meanwhile. `isLook` slows the next one.
   * `onInstagram`: it is Instagram that makes the post wait, so being late is no reason to expire.
   */
  | { kind: 'wait'; ms: number; problem?: Problem; isLook?: true; onInstagram?: true }
  /** Nothing to do before the post's own hour. */
  | { kind: 'wait-for-hour' }
  /** One call is left. */
  | { kind: 'prepared'; containerId: string; igUserId: string }
  /** The container is of no use: prepare again. `containerFailed` counts towards giving up. */
  | { kind: 'prepare-again'; ms: number; problem?: Problem; containerFailed?: true }
  /** The outcome of a publish must be read; `code` is what Instagram answered, if anything. */
  | { kind: 'doubt'; ms: number; code: string; container?: { id: string; igUserId: string } }
  /**
   * It surely did not happen: the same container may be published, after `ms`. It counts as an
   * attempt, unless the call was never sent, or Instagram refused it for something that passes.
   */
  | { kind: 'publish-again'; ms: number; problem?: Problem; uncounted?: 'never-sent' | 'refused' }
  | { kind: 'published'; mediaId: string | null }
  | { kind: 'ended'; status: EndStatus; problem: Problem };

type EndStatus = Extract<PostStatus, 'failed' | 'error' | 'expired'>;

export const failedWith = ({ code, cause, action }: InstagramProblem): Move => ({
  kind: 'ended',
  status: 'failed',
  problem: { code, cause, action },
});

/** Its hour has come and there is no account. What had an intent did not expire: it failed. */
export const endedWithoutAccount = (post: { intent_at: Date | null }): Move => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  problem: {
    code: 'no-account',
    cause: 'A hora deste post passou sem uma conta do Instagram conectada.',
    action: 'reconnect',
  },
});

/** Too late to publish without surprising. What had an intent did not expire: it failed. */
export const endedTooLate = (post: { intent_at: Date | null }): Move => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  problem: {
    code: 'too-late',
    cause: 'Não conseguimos publicar na hora marcada e já passou mais de 1 hora.',
    action: 'try_again',
  },
});

/** It was on its way on one account, and another one is connected now: nobody asked for that. */
export const failedForOtherAccount: Move = {
  kind: 'ended',
  status: 'failed',
  problem: {
    code: 'other-account',
    cause: 'A conta conectada mudou enquanto este post saía, e ele não foi publicado.',
    action: 'try_again',
  },
};

/** A doubt that nobody can resolve any more: only the owner can look. */
export const unverifiable: Move = {
  kind: 'ended',
  status: 'error',
  problem: {
    code: 'unverifiable',
    cause:
      'Não conseguimos confirmar se este post foi publicado. Veja no Instagram se ele está lá antes de tentar de novo.',
    action: 'try_again',
  },
};

export const gaveUpContainers = (post: { error_code: string | null }): Move => ({
  kind: 'ended',
  status: 'failed',
  problem: {
    code: post.error_code ?? 'containers',
    cause:
      'O Instagram não conseguiu processar este arquivo depois de várias tentativas. Troque a imagem ou tente de novo.',
    action: 'change_media',
  },
});

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
