import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { refusedDespitePermission, type InstagramIssue } from '../instagram/graph/errors.ts';
import { MIN_FAILING_MS, MAX_UNKNOWN_ERROR_POLLS, retryDelayMs } from './publishing.rules.ts';

/** Why a post stands as it does, for its owner and for support. */
export interface PostIssue {
  code: string;
  cause: string;
  action: PostAction;
  /** Its owner gets a mail about it, once for each key. An end is always told. */
  notificationKey?: string;
  /** It is about the account and all of its posts, not about this one. */
  isAccountWide?: true;
}

/** What a step decided. The row is written by whoever took the step, under its fence. */
export type Transition =
  /**
   * Nothing to do before then; a problem may be shown meanwhile. `isPoll` slows the next one.
   * `isDelayedByInstagram`: it is Instagram that makes the post wait, so being late is no reason to expire.
   * `forecastMs`: the owner is told that it goes on then.
   */
  | {
      kind: 'wait';
      ms: number;
      issue?: PostIssue;
      isPoll?: true;
      isDelayedByInstagram?: true;
      /** What was shown stays. */
      keepsIssue?: true;
      forecastMs?: number;
    }
  /** One call is left. A problem is shown although it goes out. */
  | { kind: 'prepared'; preparation: Preparation; issue?: PostIssue }
  /** What was prepared is of no use: prepare again. */
  | { kind: 'prepare-again'; ms: number; issue?: PostIssue }
  /** The account was looked at: the post did not go out while nobody watched. */
  | { kind: 'seen' }
  /** The outcome of a publish must be read; `code` is what Instagram answered, if anything. */
  | { kind: 'doubt'; ms: number; code: string; container?: { id: string; igUserId: string } }
  /**
   * It surely did not happen: the same container may be published, after `ms`. It counts as an
   * attempt, unless the call was never sent, or Instagram refused it for something that passes.
   */
  | {
      kind: 'publish-again';
      ms: number;
      issue?: PostIssue;
      uncountedReason?: 'never-sent' | 'refused';
    }
  /** `igUserId` where the post was not bound to an account before. */
  | {
      kind: 'published';
      mediaId: string | null;
      isVerified?: true;
      igUserId?: string;
      /** Its owner published it by hand. */
      isManual?: true;
    }
  /** Its owner publishes it by hand: nothing is tried any more. */
  | { kind: 'by-hand' }
  /** Its hour passed in a pause: back to the drafts, until its owner gives it another. */
  | { kind: 'held'; pauseId: string | null; isNotified: boolean }
  /** Its hour has come, and nobody has approved it: likewise. */
  | { kind: 'unapproved' }
  | { kind: 'ended'; status: EndStatus; issue: PostIssue };

export interface Preparation {
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
export const toPostIssue = (issue: InstagramIssue, label: string | undefined): PostIssue => {
  const { code, cause, action } = issue;
  return { code, action, cause: label === undefined ? cause : `${label}: ${cause}` };
};

export const failWith = (issue: InstagramIssue, label?: string): Transition => ({
  kind: 'ended',
  status: 'failed',
  issue: toPostIssue(issue, label),
});

interface PolledPost {
  looks: number;
  error_code: string | null;
}

/** Whether the error may still be temporary: the post has had few attempts, or another error before. */
export const mayBeTemporary = ({ code }: Pick<PostIssue, 'code'>, post: PolledPost): boolean =>
  post.looks < MAX_UNKNOWN_ERROR_POLLS || post.error_code !== code;

/** It is tried again before long, and told meanwhile. */
export const retryWithIssue = (issue: PostIssue, { looks }: PolledPost): Transition => ({
  kind: 'wait',
  ms: retryDelayMs(looks),
  issue,
  isPoll: true,
});

/**
 * In an outage the story of any account is refused so: it is tried again until its hour has come and for
 * a good while, and its owner is told by mail meanwhile.
 */
export function transitionAfterStoryRefusal(
  post: PolledPost & { id: string; revision: number; due_in_ms: number },
  issue: PostIssue,
): Transition {
  const retryingIssue = { ...issue, cause: RETRYING_STORY_CAUSE };
  if (mayBeTemporary(issue, post)) return retryWithIssue(retryingIssue, post);
  if (post.due_in_ms <= -MIN_FAILING_MS) return { kind: 'ended', status: 'failed', issue };
  return retryWithIssue(
    { ...retryingIssue, notificationKey: `story:${post.id}:${post.revision}` },
    post,
  );
}

/** Who publishes by hand what may yet go out has it there twice. The minutes are those of FAILING_MS. */
const RETRYING_STORY_CAUSE =
  'O Instagram ainda não aceitou este story. Tentamos até 15 minutos depois do horário e avisamos se ele não sair. Contas de criador só publicam stories pelo próprio Instagram: se for o seu caso, mude a conta para comercial.';

/** Its hour has come and there is no account. What had an intent did not expire: it failed. */
export const endWithoutAccount = (post: { intent_at: Date | null }): Transition => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  issue: {
    code: 'no-account',
    cause: 'A hora deste post passou sem uma conta do Instagram conectada.',
    action: 'reconnect',
  },
});

/** Instagram refused it to the end for a permission, and says itself that the permission is there. */
const permissionRefused: Transition = {
  kind: 'ended',
  status: 'failed',
  issue: {
    code: 'permission-refused',
    cause:
      'O Instagram recusou este post por falta de permissão, embora ela esteja dada. Confira no Facebook o seu acesso à página e se o portfólio empresarial exige verificação em duas etapas. Depois, reconecte a conta e tente de novo.',
    action: 'try_again',
  },
};

/** The end of a post whose last answer was `code`: `otherwise`, unless that says more. */
export const endAfter = (code: string | null, otherwise: Transition): Transition =>
  code === refusedDespitePermission.code ? permissionRefused : otherwise;

/** Too late to publish without surprising. What had an intent did not expire: it failed. */
export const endTooLate = (post: {
  intent_at: Date | null;
  error_code: string | null;
}): Transition =>
  endAfter(post.error_code, {
    kind: 'ended',
    status: post.intent_at === null ? 'expired' : 'failed',
    issue: {
      code: 'too-late',
      cause: 'Não conseguimos publicar na hora marcada e já passou mais de 1 hora.',
      action: 'try_again',
    },
  });

/** It was made for one account, another is connected, and nobody has said that it may go there. */
export const endUnconfirmed = (
  post: { intent_at: Date | null },
  question: PostIssue,
): Transition => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  issue: { code: question.code, cause: question.cause, action: 'try_again' },
});

/** Made for an account that is gone, while another one is connected. */
export const OTHER_ACCOUNT = 'other-account';

/** In place of Instagram's last answer: the owner has looked, and wants it published all the same. */
export const OWNER_INSISTS = 'owner-insists';

/** A doubt that nobody can resolve any more: only the owner can look. */
export const unverifiable = {
  kind: 'ended',
  status: 'error',
  issue: {
    code: UNVERIFIABLE,
    cause:
      'Não conseguimos confirmar se este post foi publicado. Veja no Instagram se ele está lá antes de tentar de novo.',
    action: 'try_again',
  },
} as const satisfies Transition;

/** A file that Instagram took again and again and never got ready. */
export const endUnprocessable = (label: string | undefined): Transition => ({
  kind: 'ended',
  status: 'failed',
  issue: toPostIssue(
    {
      class: 'content',
      code: 'containers',
      cause:
        'O Instagram não conseguiu processar este arquivo depois de várias tentativas. Troque o arquivo ou tente de novo.',
      action: 'change_media',
    },
    label,
  ),
});

/** `reference` is in our log beside what happened. */
export const endWithInternalError = (reference: string): Transition => ({
  kind: 'ended',
  status: 'error',
  issue: {
    code: reference,
    cause: `Tivemos um problema ao publicar este post. Fale com o suporte e cite ${reference}.`,
    action: 'try_again',
  },
});
