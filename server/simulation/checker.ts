import type { Evidence, LedgerMedium, PostOfRecord } from './evidence.ts';
import type { PlannedPost } from './population.ts';
import { checkStops, isStopped } from './stop-checker.ts';
import type { Played } from './world.ts';

/** What was promised and not kept. */
export interface Violation {
  invariant: string;
  what: string;
  postId: string | undefined;
}

export interface Verdict {
  violations: Violation[];
  /** Posts by how they ended, and of those that ended without going out, by what they were told. */
  ends: Map<string, number>;
  published: number;
  lost: number;
  duplicated: number;
  falselyFailed: number;
  early: number;
  unverifiable: number;
}

const DAY_MS = 24 * 3_600_000;
/** Ends that an account's trouble may bring about, and nothing else. */
const ofTheAccount =
  /^(190|no-account|other-account|too-late|permissions|4\/2207051|100\/33|10|200|unconfirmed)/;

/** Compares what was promised with the ledger and the rows. */
export function check(played: Played, evidence: Evidence): Verdict {
  const verdict: Verdict = {
    violations: [],
    ends: new Map(),
    published: 0,
    lost: 0,
    duplicated: 0,
    falselyFailed: 0,
    early: 0,
    unverifiable: 0,
  };
  const postsById = new Map(evidence.posts.map((post) => [post.id, post]));
  for (const planned of played.planned) {
    checkNamed(planned, postsById.get(planned.id), evidence, verdict);
  }
  for (const post of evidence.posts) checkPost(post, played, evidence, verdict);
  checkNameless(played, evidence, verdict);
  checkFailures(played, evidence, verdict);
  checkAttempts(evidence, verdict);
  checkStops(played, evidence, (...said) => violate(verdict, ...said));
  for (const surprise of played.surprises) violate(verdict, 'surprise', surprise);
  // A backup may know less of a file than Instagram got.
  const unconverted = played.restoredAt === undefined ? evidence.unconverted : [];
  for (const { post_id: id } of unconverted) {
    // What their own application took, Instagram has converted.
    if (played.byHand.has(id)) continue;
    violate(verdict, 'I12 only what is converted', 'it went out as it came', id);
  }
  for (const { post_id: id } of evidence.unpublished) {
    violate(verdict, 'I7 published is terminal', 'a published post changed', id);
  }
  return verdict;
}

const violate = (verdict: Verdict, invariant: string, what: string, postId?: string) =>
  void verdict.violations.push({ invariant, what, postId });

/** Of no container: its owner did it in Instagram's own application. */
const isByHand = ({ container_id: id }: LedgerMedium) => id === '';

const normalised = (caption: string | null) => (caption ?? '').replaceAll('\r\n', '\n').trim();

function isContainerOf(
  { made, forgotten }: Evidence,
  postId: string,
  containerId: string | undefined,
): boolean {
  return [...made, ...forgotten].some(
    (one) => one.post_id === postId && one.graph_id === containerId,
  );
}

/** A post whose caption no other post has. */
function checkNamed(
  { marker, id }: PlannedPost,
  post: PostOfRecord | undefined,
  evidence: Evidence,
  verdict: Verdict,
): void {
  const { media } = evidence;
  if (marker === undefined) return;
  const own = media.filter(({ caption }) => caption?.includes(` ${marker}`));
  if (own.length > 1) {
    verdict.duplicated += own.length - 1;
    violate(verdict, 'I1 at most one medium', `${own.length} media`, id);
  }
  if (post === undefined) {
    if (!own.every(isByHand)) violate(verdict, 'I5 deleted before its intent', 'it went out', id);
    return;
  }
  const [medium] = own;
  if (post.status === 'published' && medium === undefined) {
    verdict.lost += 1;
    violate(verdict, 'I2 lost', 'it says published, and there is no medium', id);
  }
  if (['failed', 'expired'].includes(post.status) && medium !== undefined) {
    verdict.falselyFailed += 1;
    violate(verdict, 'I2 falsely failed', `it says ${post.status}, and it went out`, id);
  }
  if (medium === undefined) return;
  if (post.status === 'published' && normalised(medium.caption) !== normalised(post.caption)) {
    violate(verdict, 'I5 edited before its intent', 'an old caption went out', id);
  }
  const isBound = post.media_id === null || post.media_id === medium.id;
  const isOwn = isContainerOf(evidence, id, medium.container_id);
  if (!isBound) violate(verdict, 'I4 no cross-binding', `bound to ${post.media_id}`, id);
  if (!isOwn && post.media_id === null && post.status !== 'error') {
    violate(verdict, 'I4 no cross-binding', 'of a container that nobody knows', id);
  }
}

/** Whatever its caption. */
function checkPost(
  post: PostOfRecord,
  { restoredAt = 0 }: Played,
  evidence: Evidence,
  verdict: Verdict,
): void {
  const { media, events, endNotices } = evidence;
  const { id, status, stage, error_code: code } = post;
  const reason = status === 'failed' || status === 'error' ? `${status}: ${code}` : status;
  const ending = reason.replace(/-?[0-9a-f]{12}$/, '<reference>');
  verdict.ends.set(ending, (verdict.ends.get(ending) ?? 0) + 1);
  if (status === 'published') verdict.published += 1;
  if (status === 'error' && code === 'unverifiable') verdict.unverifiable += 1;
  if (stage !== 'idle') {
    verdict.lost += 1;
    violate(verdict, 'I2 lost', `still ${status}, ${stage}`, id);
  }
  if (!['published', 'draft'].includes(status) && stage === 'idle' && !post.error_message) {
    violate(verdict, 'I2 told', `${status} without a word`, id);
  }
  const medium = media.find((one) => one.id === post.media_id);
  if (post.media_id !== null && medium === undefined) {
    violate(verdict, 'I4 no cross-binding', 'bound to a medium that is not there', id);
  }
  const marker = / (p\d+\.)/.exec(medium?.caption ?? '')?.[1];
  const isOwn = isContainerOf(evidence, id, medium?.container_id);
  if (medium !== undefined && !isOwn && !(marker && post.caption.includes(` ${marker}`))) {
    violate(verdict, 'I4 no cross-binding', `bound to ${medium.id}, of another container`, id);
  }
  // What went out before a backup came back, its owner could still move: nobody knew.
  // What its owner published by hand was theirs to publish at any time.
  const isOurs = medium !== undefined && !isByHand(medium);
  const at = isOurs ? medium.published_at_ms : Number.POSITIVE_INFINITY;
  if (at >= restoredAt && at < post.scheduled_time.getTime()) {
    verdict.early += 1;
    violate(verdict, 'I3 never early', `${post.scheduled_time.getTime() - at} ms`, id);
  }
  const ends = events.filter((event) => event.post_id === id && event.kind === 'ended').length;
  const notices = endNotices.find((notice) => notice.post_id === id)?.n ?? 0;
  if (notices > ends) violate(verdict, 'I10 one notice for each end', `${notices} for ${ends}`, id);
}

/** Stories and posts that read the same: as many as the rows say, on each account. */
function checkNameless(played: Played, { media, posts, made }: Evidence, verdict: Verdict): void {
  const named = new Set(played.planned.flatMap(({ id, marker }) => (marker ? [id] : [])));
  const keyOf = (account: string | null, product: string, caption: string | null) =>
    `${account} ${product} ${product === 'STORY' ? '' : normalised(caption)}`;
  const counts = new Map<string, { media: LedgerMedium[]; published: number; open: number }>();
  const countOf = (key: string) => {
    const found = counts.get(key) ?? { media: [], published: 0, open: 0 };
    counts.set(key, found);
    return found;
  };
  for (const medium of media) {
    if (/ p\d+\./.test(medium.caption ?? '')) continue;
    const { ig_user_id: account, media_product_type: product, caption } = medium;
    countOf(keyOf(account, product, caption)).media.push(medium);
  }
  for (const post of posts) {
    if (named.has(post.id)) continue;
    const count = countOf(keyOf(post.ig_user_id, productOf(post.media_type), post.caption));
    if (post.status === 'published') count.published += 1;
    else if (post.status === 'error') count.open += 1;
  }
  for (const [key, { media: own, published, open }] of counts) {
    if (own.length < published) {
      verdict.lost += published - own.length;
      violate(verdict, 'I2 lost', `${key}: ${own.length} media, ${published} published`);
    }
    if (own.length > published + open) {
      verdict.duplicated += own.length - published - open;
      const what = `${key}: ${own.length} media, ${published} published, ${open} unverifiable`;
      violate(verdict, 'I1 at most one medium', what);
      for (const postId of postsOf(own, made)) {
        violate(verdict, 'I1 at most one medium', 'one of these', postId);
      }
    }
  }
}

/** The posts of which these media came, for the story. */
function postsOf(media: readonly LedgerMedium[], made: Evidence['made']): Set<string> {
  const ids = new Set(media.map(({ container_id: id }) => id));
  return new Set(made.flatMap(({ graph_id: id, post_id: post }) => (ids.has(id) && post) || []));
}

function productOf(mediaType: string): string {
  if (mediaType === 'STORIES') return 'STORY';
  return mediaType === 'VIDEO' || mediaType === 'REELS' ? 'REELS' : 'FEED';
}

/** On an account that nobody troubled, posts go out; but for those that Instagram refused. */
function checkFailures(played: Played, { posts }: Evidence, verdict: Verdict): void {
  const usernames = new Map(played.workspaces.map(({ id, username }) => [id, username]));
  const nameless = new Set(played.planned.flatMap(({ id, marker }) => (marker ? [] : [id])));
  const refused = new Map<string, number>();
  for (const post of posts) {
    const { status, error_code: code, id } = post;
    if (status === 'published' || post.stage !== 'idle') continue;
    const username = post.username ?? usernames.get(post.workspace_id) ?? '';
    const isTroubled =
      played.troubled.has(username) || played.troubled.has(usernames.get(post.workspace_id) ?? '');
    if (isStopped(post, played)) continue;
    if (code === 'media-refused' && played.unfit.has(id)) continue;
    if (code === 'unverifiable') {
      if (nameless.has(id) || isTroubled || played.restoredAt !== undefined) continue;
    } else if (isTroubled && ofTheAccount.test(code ?? '')) continue;
    else if (/^(352|36003|-)/.test(code ?? '')) {
      refused.set(username, (refused.get(username) ?? 0) + 1);
      if ((refused.get(username) ?? 0) <= (played.refusals.get(username) ?? 0)) continue;
    }
    verdict.falselyFailed += 1;
    violate(verdict, 'I2 falsely failed', `${status}: ${code}`, id);
  }
}

/** A second container is published only when the first is dead, or its owner changed the post. */
function checkAttempts(evidence: Evidence, verdict: Verdict): void {
  const { publishCalls, made, containers } = evidence;
  const byGraphId = new Map(made.map((one) => [one.graph_id, one]));
  const last = new Map<string, { graphId: string; revision: number; account: string }>();
  for (const { params, time } of publishCalls) {
    const graphId = params['creation_id'] ?? '';
    const row = byGraphId.get(graphId);
    if (row?.post_id == null) continue;
    const before = last.get(row.post_id);
    last.set(row.post_id, { graphId, revision: row.revision, account: row.ig_user_id });
    if (before === undefined || before.graphId === graphId) continue;
    if (before.revision !== row.revision || before.account !== row.ig_user_id) continue;
    const first = containers.get(before.graphId);
    const isDead = first?.state === 'ERROR' || first?.state === 'EXPIRED';
    const isOld = time - (first?.created_at_ms ?? 0) > DAY_MS - 3_600_000;
    if (!isDead && !isOld) {
      violate(verdict, 'I6 one container', `${before.graphId}, then ${graphId}`, row.post_id);
    }
  }
}
