import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';
import { refusedDespitePermission, type InstagramIssue } from '../instagram/graph/errors.ts';
import type { EndOutcome, Preparation } from './state.ts';
import { MIN_FAILING_MS, MAX_UNKNOWN_ERROR_POLLS, retryDelayMs } from './publishing.rules.ts';

export interface PostIssue {
  code: string;
  cause: string;
  action: PostAction;
  /** One email for each key; an end always sends one. */
  notificationKey?: string;
  isAccountWide?: true;
}

export type Transition =
  /**
   * `isPoll` slows the next poll down. `keepsIssue` leaves the displayed issue; `forecastMs` is displayed.
   * `isDelayedByInstagram`: Instagram, an identical post or our conversion delays the post, so it does not
   * expire.
   */
  | {
      kind: 'wait';
      ms: number;
      issue?: PostIssue;
      isPoll?: true;
      isDelayedByInstagram?: true;
      keepsIssue?: true;
      forecastMs?: number;
    }
  /** `containerIds`: with the children. */
  | { kind: 'prepared'; preparation: Preparation; containerIds: string[]; issue?: PostIssue }
  | { kind: 'prepare-again'; ms: number; issue?: PostIssue }
  /** The account shows no publication in the outage window. */
  | { kind: 'outage_cleared' }
  | { kind: 'reconciling'; ms: number; code: string; container?: { id: string; igUserId: string } }
  /**
   * The call certainly had no effect. It counts as an attempt, unless it was never sent, or Instagram refused
   * it for a temporary reason.
   */
  | {
      kind: 'publish-again';
      ms: number;
      issue?: PostIssue;
      uncountedReason?: 'never-sent' | 'refused';
    }
  /** `igUserId` binds the post to its account, if it was bound to none before. */
  | {
      kind: 'published';
      mediaId: string | null;
      isVerified?: true;
      igUserId?: string;
      isManual?: true;
    }
  | { kind: 'by-hand' }
  | { kind: 'held'; pauseId: string | null; isNotified: boolean }
  | { kind: 'unapproved' }
  | { kind: 'ended'; status: EndOutcome; issue: PostIssue };

export type UnpublishedTransition = Exclude<Transition, { kind: 'published' }>;

/** `label` names the item of a carousel. */
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
  poll_count: number;
  error_code: string | null;
}

export const mayBeTemporary = ({ code }: Pick<PostIssue, 'code'>, post: PolledPost): boolean =>
  post.poll_count < MAX_UNKNOWN_ERROR_POLLS || post.error_code !== code;

export const retryWithIssue = (issue: PostIssue, { poll_count }: PolledPost): Transition => ({
  kind: 'wait',
  ms: retryDelayMs(poll_count),
  issue,
  isPoll: true,
});

/**
 * An outage refuses the stories of every account in the same way, so the post is retried until after its due
 * time.
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

/** A manual publication of a retried story would publish it twice. 15 minutes: MIN_FAILING_MS. */
const RETRYING_STORY_CAUSE =
  'O Instagram ainda não aceitou este story. Tentamos até 15 minutos depois do horário e avisamos se ele não sair. Contas de criador só publicam stories pelo próprio Instagram: se for o seu caso, mude a conta para comercial.';

/** A post with an intent has failed instead of expired. */
export const endWithoutAccount = (post: { intent_at: Date | null }): Transition => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  issue: {
    code: 'no-account',
    cause: 'A hora deste post passou sem uma conta do Instagram conectada.',
    action: 'reconnect',
  },
});

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

export const endAfter = (code: string | null, otherwise: Transition): Transition =>
  code === refusedDespitePermission.code ? permissionRefused : otherwise;

/** A post with an intent has failed instead of expired. */
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

/** The owner has not confirmed the connected account for a post of another account. */
export const endUnconfirmed = (
  post: { intent_at: Date | null },
  question: PostIssue,
): Transition => ({
  kind: 'ended',
  status: post.intent_at === null ? 'expired' : 'failed',
  issue: { code: question.code, cause: question.cause, action: 'try_again' },
});

export const OTHER_ACCOUNT = 'other-account';

/** Replaces Instagram's last error: the owner has checked Instagram and still wants the publication. */
export const OWNER_INSISTS = 'owner-insists';

/** An unknown outcome that only the owner can determine. */
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

/** `reference` identifies the error in our log. */
export const endWithInternalError = (reference: string): Transition => ({
  kind: 'ended',
  status: 'error',
  issue: {
    code: reference,
    cause: `Tivemos um problema ao publicar este post. Fale com o suporte e cite ${reference}.`,
    action: 'try_again',
  },
});
