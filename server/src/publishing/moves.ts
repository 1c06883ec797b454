import type { PostAction, PostStatus } from '@pontual/contract/posts.ts';
import { refusedThoughPermitted, type InstagramProblem } from '../instagram/instagram.errors.ts';
import { FAILING_MS, MAX_UNKNOWN_LOOKS, troubleDelayMs } from './publishing.rules.ts';

/** Why a post stands as it does, for its owner and for support. */
export interface Problem {
  code: string;
  cause: string;
  action: PostAction;
  /** Its owner gets a mail about it, once for each key. An end is always told. */
  noticeKey?: string;
  /** It is about the account and all of its posts, not about this one. */
  isOfAccount?: true;
}

/** What a step decided. The row is written by whoever took the step, under its fence. */
export type Move =
  /**
   * Nothing to do before then; a problem may be shown meanwhile. `isLook` slows the next one.
   * `onInstagram`: it is Instagram that makes the post wait, so being late is no reason to expire.
   * `forecastMs`: the owner is told that it goes on then.
   */
  | {
      kind: 'wait';
      ms: number;
      problem?: Problem;
      isLook?: true;
      onInstagram?: true;
      /** What was shown stays. */
      isKept?: true;
      forecastMs?: number;
    }
  /** One call is left. A problem is shown although it goes out. */
  | { kind: 'prepared'; made: Prepared; problem?: Problem }
  /** What was prepared is of no use: prepare again. */
  | { kind: 'prepare-again'; ms: number; problem?: Problem }
  /** The account was looked at: the post did not go out while nobody watched. */
  | { kind: 'seen' }
  /** The outcome of a publish must be read; `code` is what Instagram answered, if anything. */
  | { kind: 'doubt'; ms: number; code: string; container?: { id: string; igUserId: string } }
  /**
   * It surely did not happen: the same container may be published, after `ms`. It counts as an
   * attempt, unless the call was never sent, or Instagram refused it for something that passes.
   */
  | { kind: 'publish-again'; ms: number; problem?: Problem; uncounted?: 'never-sent' | 'refused' }
  /** `igUserId` where the post was not bound to an account before. */
  | {
      kind: 'published';
      mediaId: string | null;
      isVerified?: true;
      igUserId?: string;
      /** Its owner published it by hand. */
      isByHand?: true;
    }
  /** Its owner publishes it by hand: nothing is tried any more. */
  | { kind: 'by-hand' }
  /** Its hour passed in a pause: back to the drafts, until its owner gives it another. */
  | { kind: 'held'; pauseId: string | null; isTold: boolean }
  /** Its hour has come, and nobody has approved it: likewise. */
  | { kind: 'unapproved' }
  | { kind: 'ended'; status: EndStatus; problem: Problem };

export interface Prepared {
  /** The container that is published. */
  containerId: string;
  igUserId: string;
  /** All that it is made of; the oldest says how long they are good. */
  containerIds: string[];
  /** Of a story: those that were live before it. */
  liveStoryIds: string[] | null;
}

export type EndStatus = Extract<PostStatus, 'failed' | 'error' | 'expired'>;

/** Of a carousel the owner is told which item it is about. */
export const named = (problem: InstagramProblem, name: string | undefined): Problem => {
  const { code, cause, action } = problem;
  return { code, action, cause: name === undefined ? cause : `${name}: ${cause}` };
};

export const failedWith = (problem: InstagramProblem, name?: string): Move => ({
  kind: 'ended',
  status: 'failed',
  problem: named(problem, name),
});

interface Looked {
  looks: number;
  error_code: string | null;
}

/** Whether the error may still be temporary: the post has had few attempts, or another error before. */
export const mayPass = ({ code }: Pick<Problem, 'code'>, post: Looked): boolean =>
  post.looks < MAX_UNKNOWN_LOOKS || post.error_code !== code;

/** It is tried again before long, and told meanwhile. */
export const lookAgain = (problem: Problem, { looks }: Looked): Move => ({
  kind: 'wait',
  ms: troubleDelayMs(looks),
  problem,
  isLook: true,
});

/**
 * In an outage the story of any account is refused so: it is tried again until its hour has come and for
 * a good while, and its owner is told by mail meanwhile.
 */
export function afterStoryRefusal(
  post: Looked & { id: string; revision: number; due_in_ms: number },
  problem: Problem,
): Move {
  const trying = { ...problem, cause: TRYING_STORY };
  if (mayPass(problem, post)) return lookAgain(trying, post);
  if (post.due_in_ms <= -FAILING_MS) return { kind: 'ended', status: 'failed', problem };
  return lookAgain({ ...trying, noticeKey: `story:${post.id}:${post.revision}` }, post);
}

/** Who publishes by hand what may yet go out has it there twice. The minutes are those of FAILING_MS. */
const TRYING_STORY =
  'O Instagram ainda não aceitou este story. Tentamos até 15 minutos depois do horário e avisamos se ele não sair. Contas de criador só publicam stories pelo próprio Instagram: se for o seu caso, mude a conta para comercial.';

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

/** Instagram refused it to the end for a permission, and says itself that the permission is there. */
const permissionRefused: Move = {
  kind: 'ended',
  status: 'failed',
  problem: {
    code: 'permission-refused',
    cause:
      'O Instagram recusou este post por falta de permissão, embora ela esteja dada. Confira no Facebook o seu acesso à página e se o portfólio empresarial exige verificação em duas etapas. Depois, reconecte a conta e tente de novo.',
    action: 'try_again',
  },
};

/** The end of a post whose last answer was `code`: `otherwise`, unless that says more. */
export const endedAfter = (code: string | null, otherwise: Move): Move =>
  code === refusedThoughPermitted.code ? permissionRefused : otherwise;

/** Too late to publish without surprising. What had an intent did not expire: it failed. */
export const endedTooLate = (post: { intent_at: Date | null; error_code: string | null }): Move =>
  endedAfter(post.error_code, {
    kind: 'ended',
    status: post.intent_at === null ? 'expired' : 'failed',
    problem: {
      code: 'too-late',
      cause: 'Não conseguimos publicar na hora marcada e já passou mais de 1 hora.',
      action: 'try_again',
    },
  });

/** It was made for one account, another is connected, and nobody has said that it may go there. */
export const endedUnconfirmed = (post: { intent_at: Date | null }, question: Problem): Move => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  problem: { code: question.code, cause: question.cause, action: 'try_again' },
});

/** Made for an account that is gone, while another one is connected. */
export const OTHER_ACCOUNT = 'other-account';

/** In place of Instagram's last answer: the owner has looked, and wants it published all the same. */
export const OWNER_INSISTS = 'owner-insists';

/** A doubt that nobody can resolve any more: only the owner can look. */
export const unverifiable = {
  kind: 'ended',
  status: 'error',
  problem: {
    code: 'unverifiable',
    cause:
      'Não conseguimos confirmar se este post foi publicado. Veja no Instagram se ele está lá antes de tentar de novo.',
    action: 'try_again',
  },
} as const satisfies Move;

/** A file that Instagram took again and again and never got ready. */
export const gaveUpPiece = (name: string | undefined): Move => ({
  kind: 'ended',
  status: 'failed',
  problem: named(
    {
      class: 'content',
      code: 'containers',
      cause:
        'O Instagram não conseguiu processar este arquivo depois de várias tentativas. Troque o arquivo ou tente de novo.',
      action: 'change_media',
    },
    name,
  ),
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
