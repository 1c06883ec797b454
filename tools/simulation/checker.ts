import type { Evidence, LedgerMedium, StoredPost } from './evidence.ts';
import { GAP_MS } from './installation.ts';
import type { PlannedPost } from './population.ts';
import { checkStops, isStopped } from './stop-checker.ts';
import type { SeedRun } from './seed-run.ts';

export interface Violation {
  invariant: string;
  description: string;
  postId: string | undefined;
}

export interface Verdict {
  violations: Violation[];
  ends: Map<string, number>;
  published: number;
  lost: number;
  duplicated: number;
  falselyFailed: number;
  early: number;
  unverifiable: number;
}

const DAY_MS = 24 * 3_600_000;
/** An approver may request a change of a post that has ended: then the request replaces its code. */
const ACCOUNT_ERROR_CODES =
  /^(190|no-account|other-account|too-late|permissions|4\/2207051|100\/33|10|200|unconfirmed|change-requested)/;

export function checkInvariants(seedRun: SeedRun, evidence: Evidence): Verdict {
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
  for (const planned of seedRun.planned) {
    checkIdentifiablePost(planned, postsById.get(planned.id), evidence, verdict);
  }
  for (const post of evidence.posts) checkPost(post, seedRun, evidence, verdict);
  checkUnidentifiablePosts(seedRun, evidence, verdict);
  checkFailures(seedRun, evidence, verdict);
  checkAttempts(evidence, verdict);
  checkGaps(seedRun, verdict);
  checkStops(seedRun, evidence, (...said) => addViolation(verdict, ...said));
  for (const error of seedRun.unexpectedErrors) addViolation(verdict, 'surprise', error);
  // A backup may not contain the conversion of a file that Instagram got.
  const unconverted = seedRun.restoredAt === undefined ? evidence.unconverted : [];
  for (const { post_id: id } of unconverted) {
    // Instagram converts what an owner publishes with its app.
    if (seedRun.manuallyPublished.has(id)) continue;
    addViolation(verdict, 'I12 only what is converted', 'it went out as it came', id);
  }
  for (const { post_id: id } of evidence.unpublished) {
    addViolation(verdict, 'I7 published is terminal', 'a published post changed', id);
  }
  return verdict;
}

const addViolation = (verdict: Verdict, invariant: string, description: string, postId?: string) =>
  void verdict.violations.push({ invariant, description, postId });

/** A manual post has no container of ours. */
const isManual = ({ container_id: id }: LedgerMedium) => id === '';

const normalizeCaption = (caption: string | null) =>
  (caption ?? '').replaceAll('\r\n', '\n').trim();

function isContainerOf(
  { storedContainers, forgottenContainers }: Evidence,
  postId: string,
  containerId: string | undefined,
): boolean {
  return [...storedContainers, ...forgottenContainers].some(
    (container) => container.post_id === postId && container.graph_id === containerId,
  );
}

function checkIdentifiablePost(
  { marker, id }: PlannedPost,
  post: StoredPost | undefined,
  evidence: Evidence,
  verdict: Verdict,
): void {
  const { media } = evidence;
  if (marker === undefined) return;
  const ownMedia = media.filter(({ caption }) => caption?.includes(` ${marker}`));
  if (ownMedia.length > 1) {
    verdict.duplicated += ownMedia.length - 1;
    addViolation(verdict, 'I1 at most one medium', `${ownMedia.length} media`, id);
  }
  if (post === undefined) {
    if (!ownMedia.every(isManual))
      addViolation(verdict, 'I5 deleted before its intent', 'it went out', id);
    return;
  }
  const [medium] = ownMedia;
  if (post.status === 'published' && medium === undefined) {
    verdict.lost += 1;
    addViolation(verdict, 'I2 lost', 'it says published, and there is no medium', id);
  }
  if (['failed', 'expired'].includes(post.status) && medium !== undefined) {
    verdict.falselyFailed += 1;
    addViolation(verdict, 'I2 falsely failed', `it says ${post.status}, and it went out`, id);
  }
  if (medium === undefined) return;
  if (
    post.status === 'published' &&
    normalizeCaption(medium.caption) !== normalizeCaption(post.caption)
  ) {
    addViolation(verdict, 'I5 edited before its intent', 'an old caption went out', id);
  }
  const isBound = post.media_id === null || post.media_id === medium.id;
  const isOwn = isContainerOf(evidence, id, medium.container_id);
  if (!isBound) addViolation(verdict, 'I4 no cross-binding', `bound to ${post.media_id}`, id);
  if (!isOwn && post.media_id === null && post.status !== 'error') {
    addViolation(verdict, 'I4 no cross-binding', 'of a container that nobody knows', id);
  }
}

function checkPost(
  post: StoredPost,
  { restoredAt = 0 }: SeedRun,
  evidence: Evidence,
  verdict: Verdict,
): void {
  const { media, events, endNotifications } = evidence;
  const { id, status, state, is_active: isActive, error_code: code } = post;
  const reason = status === 'failed' || status === 'error' ? `${status}: ${code}` : status;
  const outcome = reason.replace(/-?[0-9a-f]{12}$/, '<reference>');
  verdict.ends.set(outcome, (verdict.ends.get(outcome) ?? 0) + 1);
  if (status === 'published') verdict.published += 1;
  if (status === 'error' && code === 'unverifiable') verdict.unverifiable += 1;
  if (isActive) {
    verdict.lost += 1;
    addViolation(verdict, 'I2 lost', `still ${status}, ${state}`, id);
  }
  if (!['published', 'draft'].includes(status) && !isActive && !post.error_message) {
    addViolation(verdict, 'I2 notified', `${status} without a word`, id);
  }
  const medium = media.find((container) => container.id === post.media_id);
  if (post.media_id !== null && medium === undefined) {
    addViolation(verdict, 'I4 no cross-binding', 'bound to a medium that is not there', id);
  }
  const marker = / (p\d+\.)/.exec(medium?.caption ?? '')?.[1];
  const isOwn = isContainerOf(evidence, id, medium?.container_id);
  if (medium !== undefined && !isOwn && !(marker && post.caption.includes(` ${marker}`))) {
    addViolation(verdict, 'I4 no cross-binding', `bound to ${medium.id}, of another container`, id);
  }
  // Where the backup lacks the publication, the owner could move the post. A manual post has no due time.
  const isOurs = medium !== undefined && !isManual(medium);
  const at = isOurs ? medium.published_at_ms : Number.POSITIVE_INFINITY;
  if (at >= restoredAt && at < post.scheduled_time.getTime()) {
    verdict.early += 1;
    addViolation(verdict, 'I3 never early', `${post.scheduled_time.getTime() - at} ms`, id);
  }
  const endCount = events.filter((event) => event.post_id === id && event.kind === 'ended').length;
  const notificationCount =
    endNotifications.find((notification) => notification.post_id === id)?.n ?? 0;
  if (notificationCount > endCount)
    addViolation(
      verdict,
      'I10 one notification for each end',
      `${notificationCount} for ${endCount}`,
      id,
    );
}

/** Checks stories and posts with equal captions by their number on each account. */
function checkUnidentifiablePosts(
  seedRun: SeedRun,
  { media, posts, storedContainers }: Evidence,
  verdict: Verdict,
): void {
  const identifiableIds = new Set(
    seedRun.planned.flatMap(({ id, marker }) => (marker ? [id] : [])),
  );
  const buildKey = (account: string | null, product: string, caption: string | null) =>
    `${account} ${product} ${product === 'STORY' ? '' : normalizeCaption(caption)}`;
  const counts = new Map<string, { media: LedgerMedium[]; published: number; open: number }>();
  const getCount = (key: string) => {
    const found = counts.get(key) ?? { media: [], published: 0, open: 0 };
    counts.set(key, found);
    return found;
  };
  for (const medium of media) {
    if (/ p\d+\./.test(medium.caption ?? '')) continue;
    const { ig_user_id: account, media_product_type: product, caption } = medium;
    getCount(buildKey(account, product, caption)).media.push(medium);
  }
  for (const post of posts) {
    if (identifiableIds.has(post.id)) continue;
    const count = getCount(buildKey(post.ig_user_id, getProduct(post.media_type), post.caption));
    if (post.status === 'published') count.published += 1;
    else if (post.status === 'error') count.open += 1;
  }
  for (const [key, { media: own, published, open }] of counts) {
    if (own.length < published) {
      verdict.lost += published - own.length;
      addViolation(verdict, 'I2 lost', `${key}: ${own.length} media, ${published} published`);
    }
    if (own.length > published + open) {
      verdict.duplicated += own.length - published - open;
      const what = `${key}: ${own.length} media, ${published} published, ${open} unverifiable`;
      addViolation(verdict, 'I1 at most one medium', what);
      for (const postId of findPosts(own, storedContainers)) {
        addViolation(verdict, 'I1 at most one medium', 'one of these', postId);
      }
    }
  }
}

function findPosts(
  media: readonly LedgerMedium[],
  made: Evidence['storedContainers'],
): Set<string> {
  const ids = new Set(media.map(({ container_id: id }) => id));
  return new Set(made.flatMap(({ graph_id: id, post_id: post }) => (ids.has(id) && post) || []));
}

function getProduct(mediaType: string): string {
  if (mediaType === 'STORIES') return 'STORY';
  return mediaType === 'VIDEO' || mediaType === 'REELS' ? 'REELS' : 'FEED';
}

/** Posts of accounts without a fault must be published, except for those that Instagram refused. */
function checkFailures(seedRun: SeedRun, { posts }: Evidence, verdict: Verdict): void {
  const usernames = new Map(seedRun.workspaces.map(({ id, username }) => [id, username]));
  const unidentifiableIds = new Set(
    seedRun.planned.flatMap(({ id, marker }) => (marker ? [] : [id])),
  );
  const refused = new Map<string, number>();
  for (const post of posts) {
    const { status, error_code: code, id } = post;
    if (status === 'published' || post.is_active) continue;
    const username = post.username ?? usernames.get(post.workspace_id) ?? '';
    const isAffected =
      seedRun.affectedAccounts.has(username) ||
      seedRun.affectedAccounts.has(usernames.get(post.workspace_id) ?? '');
    if (isStopped(post, seedRun)) continue;
    if (code === 'media-refused' && seedRun.unconvertible.has(id)) continue;
    if (code === 'unverifiable') {
      if (unidentifiableIds.has(id) || isAffected || seedRun.restoredAt !== undefined) continue;
    } else if (isAffected && ACCOUNT_ERROR_CODES.test(code ?? '')) continue;
    else if (/^(352|36003|-)/.test(code ?? '')) {
      refused.set(username, (refused.get(username) ?? 0) + 1);
      if ((refused.get(username) ?? 0) <= (seedRun.refusals.get(username) ?? 0)) continue;
    }
    verdict.falselyFailed += 1;
    addViolation(verdict, 'I2 falsely failed', `${status}: ${code}`, id);
  }
}

/** Timers fire at whole milliseconds. */
const GAP_TOLERANCE_MS = 2;

function checkGaps({ publishCalls }: SeedRun, verdict: Verdict): void {
  for (const calls of Map.groupBy(publishCalls, ({ url }) => url).values()) {
    for (const [index, { url, at }] of calls.entries()) {
      const sinceLastMs = at - (calls[index - 1]?.at ?? Number.NEGATIVE_INFINITY);
      if (sinceLastMs >= GAP_MS - GAP_TOLERANCE_MS) continue;
      addViolation(
        verdict,
        'I14 a gap between the calls of an account',
        `${sinceLastMs} ms, ${url}`,
      );
    }
  }
}

/** A second container may be published only if the first is dead or the owner changed the post. */
function checkAttempts(evidence: Evidence, verdict: Verdict): void {
  const { publishCalls, storedContainers, containers } = evidence;
  const byGraphId = new Map(storedContainers.map((container) => [container.graph_id, container]));
  const last = new Map<string, { graphId: string; revision: number; account: string }>();
  for (const { params, time } of publishCalls) {
    const graphId = params['creation_id'] ?? '';
    const row = byGraphId.get(graphId);
    if (row?.post_id == null) continue;
    const previous = last.get(row.post_id);
    last.set(row.post_id, { graphId, revision: row.revision, account: row.ig_user_id });
    if (previous === undefined || previous.graphId === graphId) continue;
    if (previous.revision !== row.revision || previous.account !== row.ig_user_id) continue;
    const first = containers.get(previous.graphId);
    const isDead = first?.state === 'ERROR' || first?.state === 'EXPIRED';
    const isOld = time - (first?.created_at_ms ?? 0) > DAY_MS - 3_600_000;
    if (!isDead && !isOld) {
      addViolation(
        verdict,
        'I6 one container',
        `${previous.graphId}, then ${graphId}`,
        row.post_id,
      );
    }
  }
}
