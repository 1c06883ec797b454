import { sql } from 'kysely';
import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { problemOf, type InstagramProblem } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { AccountMedia, ReadingAccount } from '../instagram/instagram.reading.ts';
import type { PostRow } from '../database/tables.ts';
import { heldForOwner } from './account-check.ts';
import { sightingOf, type Sighting } from './by-hand.rules.ts';
import { unverifiable, type Move } from './moves.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import type { Before } from './record.ts';
import { CLOCK_SKEW_MS, productOf, troubleDelayMs } from './publishing.rules.ts';

/** A look that is older says nothing of what its owner has done since. */
const FRESH = sql`interval '60 seconds'`;

/** Of `posts p`: it is ours to publish, and was not published by hand a moment ago. */
export const isOurs = sql`p.by_hand_since is null
  and (p.plan_b_at is null or p.plan_b_looked_at > app_now() - ${FRESH})`;

const BY_HAND = 'by-hand';
/** It did not go out through us, and no attempt is made any more. */
export const byHandColumns = sql`
  stage = 'idle', status = 'failed', next_look_at = null, forecast_at = null, error_code = ${BY_HAND},
  error_message = 'Você vai publicar este post pelo Instagram. A Pontual não tenta mais e fecha o post quando ele aparecer na conta.',
  error_action = 'try_again'`;

/** What a step comes to once its owner has taken the post over; what may be out unseen is looked for first. */
export const whileByHand = (post: ClaimedPost): Move | undefined =>
  post.by_hand_since === null || post.unseen_since !== null ? undefined : { kind: 'by-hand' };

/** A doubt is read to its end; what surely did not go out is its owner's then, who has asked for it. */
export function afterDoubt(post: ClaimedPost, move: Move): Move {
  if (post.by_hand_since === null) return move;
  const isUnpublished =
    move.kind === 'publish-again' ||
    move.kind === 'prepare-again' ||
    (move.kind === 'ended' && move.problem.code !== unverifiable.problem.code);
  return isUnpublished ? { kind: 'by-hand' } : move;
}

/** All that an account shows which its owner may have published since then. @throws InstagramError */
export async function mediaOfOwner(
  account: ReadingAccount,
  since: Date,
  kinds: { stories: boolean; others: boolean },
  publishing: Pick<InstagramPublishing, 'mediaSince' | 'liveStories'>,
): Promise<AccountMedia[]> {
  const from = new Date(since.getTime() - CLOCK_SKEW_MS);
  const [media, stories] = await Promise.all([
    kinds.others ? publishing.mediaSince(account, from) : [],
    kinds.stories ? publishing.liveStories(account) : [],
  ]);
  return [...media, ...stories].filter(({ publishedAt }) => publishedAt >= from);
}

/** Which of these media is the post, if any: one that is no other post of ours. */
export async function sightPost(
  post: PostRow,
  media: readonly AccountMedia[],
  { containers, neighbours }: Pick<StepDependencies, 'containers' | 'neighbours'>,
): Promise<Sighting> {
  const from = (post.plan_b_at?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const own = media.filter(
    ({ productType, publishedAt }) =>
      productType === productOf(post) && publishedAt.getTime() >= from,
  );
  if (own.length === 0) return { kind: 'none' };
  const bound = await containers.boundMedia(own.map(({ id }) => id));
  const free = own.filter(({ id }) => !bound.has(id));
  if (free.length === 0) return { kind: 'none' };
  const sighting = sightingOf(post, free);
  if (sighting.kind !== 'found' || !(await neighbours.hasWaitingTwin(post))) return sighting;
  return { kind: 'unclear' };
}

/**
 * Before another attempt of a post whose owner was told how to publish it themselves: what they
 * published is theirs, and is not published once more. Undefined when it is not there.
 */
export async function lookForOwners(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move | undefined> {
  if (post.plan_b_at === null) return undefined;
  const isStory = post.media_type === 'STORIES';
  try {
    const kinds = { stories: isStory, others: !isStory };
    const media = await mediaOfOwner(account, post.plan_b_at, kinds, deps.publishing);
    const sighting = await sightPost(post, media, deps);
    if (sighting.kind === 'found') {
      return { kind: 'published', mediaId: sighting.mediaId, isVerified: true, isByHand: true };
    }
    if (sighting.kind === 'unclear') return unverifiable;
    await deps.repository.noteLook(post);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { problem } = error;
    if (problem.class === 'reconnect') return heldForOwner(problem, account, deps);
    return { kind: 'wait', ms: troubleDelayMs(post.looks), problem, isLook: true };
  }
}

/** Of a post that is told about: how it stands. */
export type PlanB = 'ended' | 'late' | 'doubt';

/** Nothing of these is to be done by its owner's hand: they chose it, or nobody knows whether it is out. */
const notByHand: ReadonlySet<string> = new Set([
  'no-account',
  'other-account',
  'media-refused',
  unverifiable.problem.code,
]);
/** It waits for us, or for another post of its own account. */
const waitsForUs: ReadonlySet<string> = new Set(['converting', 'behind-twin']);

const passing: ReadonlySet<InstagramProblem['class']> = new Set([
  'transient',
  'not_ready',
  'new_container',
  'bug',
]);

/** Over before long, without anybody, and its owner reads when. */
const hasForecast = (move: Extract<Move, { kind: 'wait' | 'publish-again' }>): boolean => {
  const kind = problemOf(move.problem?.code ?? null)?.class;
  return (
    kind === 'rate_limited' ||
    kind === 'quota' ||
    (move.kind === 'wait' && move.forecastMs !== undefined)
  );
};

/** Later than this its owner is told how to publish it themselves. */
const PLAN_B_AFTER_MS = 10 * 60_000;

/**
 * Whether a move is the one at which its owner is told how to publish the post by hand: Instagram has
 * refused it, or keeps it from going out and does not say until when. Once for each hour of a post, and
 * never of what nobody has approved.
 */
export function planBOf(
  move: Move,
  before: Pick<Before, 'stage' | 'since_due_ms' | 'is_told' | 'is_by_hand' | 'is_awaiting'>,
): PlanB | undefined {
  if (before.is_told || before.is_by_hand || before.is_awaiting) return undefined;
  if (move.kind === 'ended') {
    // Until its hour another file or caption lets it go out on time.
    const isMendedFirst =
      before.since_due_ms < 0 && ['change_media', 'edit'].includes(move.problem.action);
    return isMendedFirst || notByHand.has(move.problem.code) ? undefined : 'ended';
  }
  const isLate = before.since_due_ms >= PLAN_B_AFTER_MS;
  if (move.kind === 'publish-again') {
    return isLate && move.uncounted !== 'never-sent' && !hasForecast(move) ? 'late' : undefined;
  }
  if (move.kind !== 'wait') return undefined;
  const code = move.problem?.code ?? '';
  if (before.stage === 'doubt' || before.stage === 'publishing') {
    return isLate || problemOf(code)?.class === 'reconnect' ? 'doubt' : undefined;
  }
  if (waitsForUs.has(code) || notByHand.has(code) || hasForecast(move)) return undefined;
  const kind = problemOf(code)?.class;
  // That does not pass while one waits.
  if (kind === 'reconnect' || kind === 'blocked') {
    return before.since_due_ms >= 0 ? 'late' : undefined;
  }
  const isInstagrams = move.onInstagram === true || (kind !== undefined && passing.has(kind));
  return isInstagrams && isLate ? 'late' : undefined;
}

/** Whether its owner may publish it themselves by now; `code` is what the post says. */
export const mayBeByHand = (post: {
  status: PostRow['status'];
  is_past: boolean;
  error_code: string | null;
}): boolean => {
  if (post.status === 'pending') return post.is_past;
  const isOver = post.status === 'failed' || post.status === 'error' || post.status === 'expired';
  return isOver && !notByHand.has(post.error_code ?? '');
};
