import { AWAITING_APPROVAL } from '@pontual/contract/posts/issue-codes.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { AccountHoldReason } from '../../instagram/connection/accounts.ts';
import { findIssueByCode, issueForHoldReason } from '../../instagram/graph/errors.ts';
import type { AccountStanding, StepFacts } from '../observations.ts';
import { OTHER_ACCOUNT, PAUSED, type PostIssue } from '../post-issues.ts';
import { isRuleActive } from '../removable-rules.ts';
import type { Preparing, Publication, PublicationPost, UncalledState } from '../state.ts';

/** A request younger than this causes no reminder. */
export const JUST_REQUESTED_MS = 10 * 60_000;

export const AWAITING_APPROVAL_CAUSE =
  'Este post ainda não foi aprovado. Sem aprovação, ele não sai na hora. Envie o link de novo ou fale com quem aprova.';

/**
 * The reasons that a step finds, before it acts, not to prepare or not to publish a post now. `issueOf` has the
 * sentence and the action of each, step-decisions.ts how long the post waits and what becomes of it.
 */
export type Hold =
  | { kind: 'pause' }
  | { kind: 'approval'; since: Date }
  | { kind: 'manual_publishing' }
  /** Its due time has passed in a pause. */
  | { kind: 'missed'; pauseId: string | null }
  /** It may have been published in this window without our record. */
  | { kind: 'outage'; until: Date }
  | { kind: 'refused_media'; refusal: string }
  | { kind: 'conversion' }
  | { kind: 'no_account' }
  | { kind: 'other_account'; account: AccountStanding; targetUsername: string | null }
  /** By a limit of the account or of the app, its quota, a block or a lost authorization. */
  | { kind: 'account'; account: AccountStanding; reason: AccountHoldReason; quotaFreeInMs: number }
  | { kind: 'identical_post' };

export type HoldKind = Hold['kind'];
export type HoldOf<Kind extends HoldKind> = Extract<Hold, { kind: Kind }>;

/**
 * The hold of the owner, an approver or a pause. None counts while the outage window is open, which is only read.
 * A post is prepared before its approval, so that a late one is in time.
 */
export function holdByPeople(
  { post, state, holds }: Publication<UncalledState>,
  pauseId: string | null,
  now: Date,
): Hold | undefined {
  const { outage, manual, missed, approval } = holds;
  const isDue = post.dueAt <= now;
  if (outage !== null) return undefined;
  if (manual !== null && isRuleActive('manual-hold')) return { kind: 'manual_publishing' };
  if (isDue && (pauseId !== null || missed !== null)) return { kind: 'missed', pauseId };
  if (pauseId !== null) return { kind: 'pause' };
  return approval !== null && isRuleActive('approval-hold') && (isDue || state.kind === 'prepared')
    ? { kind: 'approval', since: approval.since }
    : undefined;
}

/** The hold of a post that cannot be prepared. An outage window is read whatever the state of the file. */
export function holdBeforePreparation(
  { post, holds }: Publication<Preparing>,
  { account, targetUsername, media, quotaFreeInMs }: StepFacts,
): Hold | undefined {
  if (media.refusal !== null && holds.outage === null) {
    return { kind: 'refused_media', refusal: media.refusal };
  }
  if (account === null) return { kind: 'no_account' };
  if (post.target !== null && post.target !== account.igUserId) {
    return { kind: 'other_account', account, targetUsername };
  }
  return holdByAccount({ account, quotaFreeInMs });
}

export function holdByAccount({
  account,
  quotaFreeInMs,
}: Pick<StepFacts, 'account' | 'quotaFreeInMs'>): HoldOf<'account'> | undefined {
  if (account === null || account.holdReason === null) return undefined;
  return { kind: 'account', account, reason: account.holdReason, quotaFreeInMs };
}

/** A missed post, or one that its owner publishes, goes to them at once. An outage window is read within minutes. */
type WaitingHold = Exclude<Hold, { kind: 'manual_publishing' | 'missed' | 'outage' }>;
export type WaitingKind = WaitingHold['kind'];

/** What the author of the post reads, on the screen, in an email and in the API. */
export function issueOf<Kind extends WaitingKind>(
  hold: Extract<WaitingHold, { kind: Kind }>,
  post: PublicationPost,
  now: Date,
): PostIssue {
  const write: Issues[Kind] = issues[hold.kind];
  return write(hold, post, now);
}

/**
 * One notification for each hold of an account; for a limit or a used up quota, one for each day. None when Instagram
 * throttles the app: it is no matter of the owner.
 */
export function accountHoldKey(
  account: AccountStanding,
  reason: Exclude<AccountHoldReason, 'app_limited'>,
): string {
  const { connectionId, throttledUntil } = account;
  switch (reason) {
    case 'reconnect':
      return `reconnect:${connectionId}`;
    case 'blocked':
      return `blocked:${connectionId}:${throttledUntil?.getTime() ?? 0}`;
    case 'rate_limited':
    case 'quota':
      return `${reason}:${connectionId}:${dayKey(throttledUntil ?? new Date(0))}`;
  }
}

type Issues = {
  [Kind in WaitingKind]: (hold: HoldOf<Kind>, post: PublicationPost, now: Date) => PostIssue;
};

const issues: Issues = {
  pause: () => ({
    code: PAUSED,
    cause: 'As publicações estão pausadas. Na hora deste post, ele não sai.',
    action: 'wait',
  }),

  approval: ({ since }, { id, dueAt }, now) => ({
    code: AWAITING_APPROVAL,
    cause: AWAITING_APPROVAL_CAUSE,
    action: 'wait',
    ...(now.getTime() - since.getTime() < JUST_REQUESTED_MS
      ? {}
      : { notificationKey: `awaiting:${id}:${dueAt.getTime()}:${since.getTime()}` }),
  }),

  /** The refusal names the file and what is wrong with it. */
  refused_media: ({ refusal }, { id, revision }) => ({
    code: 'media-refused',
    cause: refusal,
    action: 'change_media',
    notificationKey: `media:${id}:${revision}`,
  }),

  conversion: () => ({
    code: 'converting',
    cause: 'Ainda estamos convertendo o vídeo deste post. Ele sai assim que ficar pronto.',
    action: 'wait',
  }),

  no_account: (_hold, { workspaceId, dueAt }) => ({
    code: 'no-account',
    cause: 'Conecte uma conta do Instagram até a hora deste post para que ele saia.',
    action: 'reconnect',
    notificationKey: `no-account:${workspaceId}:${dayKey(dueAt)}`,
  }),

  /** The owner has not confirmed the connected account for a post of another one. */
  other_account: ({ account, targetUsername }, { target, dueAt }) => ({
    code: OTHER_ACCOUNT,
    cause: `Este post foi feito para @${targetUsername ?? 'outra conta'}, e a conta conectada agora é @${account.username}.`,
    action: 'confirm_account',
    isAccountWide: true,
    notificationKey: `${OTHER_ACCOUNT}:${target}:${account.connectionId}:${dayKey(dueAt)}`,
  }),

  account({ account, reason }) {
    const stored = findIssueByCode(account.holdCode, account.login);
    const { code, cause, action } = stored?.class === reason ? stored : issueForHoldReason(reason);
    const issue: PostIssue = { code, cause, action, isAccountWide: true };
    return reason === 'app_limited'
      ? issue
      : { ...issue, notificationKey: accountHoldKey(account, reason) };
  },

  /** Instagram cannot distinguish this post from one with an unknown outcome, so that one comes first. */
  identical_post: () => ({
    code: 'behind-identical-post',
    cause: 'Este post sai assim que o Instagram confirmar outro igual desta conta.',
    action: 'wait',
  }),
};
