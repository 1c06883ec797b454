import type { LedgerMedium } from './sandbox.ts';
import type { FullDisk } from './disk-drill.ts';
import { mediaByPost, type Evidence, type FinalPost } from './evidence.ts';
import type { TrackedPost } from './tracked-post.ts';

export type Verdict =
  | 'lost'
  | 'duplicated'
  | 'falsely failed'
  | 'early'
  | 'phantom'
  | 'cross-bound'
  | 'deleted but published'
  | 'not the last version'
  | 'on another account'
  | 'two containers'
  | 'published, then not'
  | 'notifications of an end'
  | 'unexplained medium';

export interface Violation {
  verdict: Verdict;
  post: TrackedPost | undefined;
  detail: string;
}

export type Lateness = 'all' | 'undisturbed' | 'full disk';

export interface CheckResult {
  violations: Violation[];
  /** Ended so by design: nothing on Instagram could identify them. */
  unverifiable: TrackedPost[];
  /**
   * From the due time to the medium in ms: all, those without faults, and those due while the disk was full.
   */
  lateness: Record<Lateness, number[]>;
  outcomes: Map<string, number>;
}

/** The tolerance covers clock differences: the sandbox's clock steps by `factor` ms. */
export function checkEvidence(
  tracked: readonly TrackedPost[],
  evidence: Evidence,
  {
    toleranceMs,
    untilMs,
    fullDisks,
  }: { toleranceMs: number; untilMs: number; fullDisks: readonly FullDisk[] },
): CheckResult {
  const violations: Violation[] = [];
  const unverifiable: TrackedPost[] = [];
  const lateness: CheckResult['lateness'] = { all: [], undisturbed: [], 'full disk': [] };
  const wasDiskFull = (ms: number) =>
    fullDisks.some((fullDisk) => fullDisk.fromMs <= ms && ms < fullDisk.untilMs);
  const outcomes = new Map<string, number>();
  const { byPost, unexplained } = mediaByPost(tracked, evidence.media);
  const postOfMedium = new Map(
    [...byPost].flatMap(([postId, media]) => media.map(({ id }) => [id, postId] as const)),
  );
  const attempted = listAttemptsByPost(evidence, byPost);

  for (const medium of unexplained) {
    violations.push({
      verdict: 'unexplained medium',
      post: undefined,
      detail: JSON.stringify(medium),
    });
  }
  for (const post of tracked) {
    const row = evidence.rows.get(post.id);
    const media = byPost.get(post.id) ?? [];
    const addViolation = (verdict: Verdict, detail: string) =>
      violations.push({ verdict, post, detail });
    const outcome = row?.status ?? (post.deletion === 'none' ? 'gone' : 'deleted');
    const key = `${post.type} ${outcome}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);

    if (media.length > 1) addViolation('duplicated', `${media.length} media`);
    checkMedia(post, row, media, toleranceMs, addViolation);
    if (row === undefined) {
      if (post.deletion === 'none') addViolation('lost', 'its row is gone');
      else if (media.length > 0) addViolation('deleted but published', `deletion ${post.deletion}`);
      continue;
    }
    if (checkOutcome(post, row, media, untilMs, addViolation) === 'unverifiable')
      unverifiable.push(post);
    if (row.media_id !== null && postOfMedium.get(row.media_id) !== post.id) {
      addViolation(
        'cross-bound',
        `media_id ${row.media_id} belongs to ${postOfMedium.get(row.media_id) ?? 'nobody'}`,
      );
    }
    checkHistory(row, evidence, addViolation);
    checkAttempts(attempted.get(post.id) ?? [], evidence, addViolation);
    const [medium] = media;
    if (medium !== undefined && row.scheduled_ms !== null) {
      const late = medium.published_at_ms - row.scheduled_ms;
      lateness.all.push(late);
      const kinds = (evidence.events.get(post.id) ?? []).map(({ kind }) => kind);
      const isUndisturbed = kinds.every((kind) =>
        ['scheduled', 'prepared', 'published'].includes(kind),
      );
      if (!isUndisturbed || post.history.length > 0) continue;
      lateness.undisturbed.push(late);
      if (wasDiskFull(row.scheduled_ms)) lateness['full disk'].push(late);
    }
  }
  return { violations, unverifiable, lateness, outcomes };
}

type AddViolation = (verdict: Verdict, detail: string) => void;

function checkMedia(
  post: TrackedPost,
  row: FinalPost | undefined,
  media: readonly LedgerMedium[],
  toleranceMs: number,
  add: AddViolation,
): void {
  for (const medium of media) {
    const dueAtMs = row?.scheduled_ms ?? post.notBeforeMs;
    const early = Math.max(dueAtMs, post.notBeforeMs) - medium.published_at_ms;
    if (early > toleranceMs) add('early', `${Math.round(early)} ms before its hour`);
    if (!post.accounts.has(medium.ig_user_id)) add('on another account', medium.ig_user_id);
    const isSame = medium.media_product_type === 'STORY' || post.captions.has(medium.caption ?? '');
    if (!isSame) add('not the last version', JSON.stringify(medium.caption ?? ''));
    if (post.deletion === 'accepted') add('deleted but published', 'its deletion was accepted');
  }
}

/** A post must be published with one medium, or have ended without one for a valid reason. */
function checkOutcome(
  post: TrackedPost,
  row: FinalPost,
  media: readonly LedgerMedium[],
  untilMs: number,
  add: AddViolation,
): 'unverifiable' | undefined {
  switch (row.status) {
    case 'published':
      if (media.length === 0) add('phantom', 'published, and Instagram has nothing');
      return undefined;
    case 'draft':
    case 'scheduled':
    case 'pending':
      // For a day the owner may still connect the account that shows whether it was published.
      if (row.is_in_outage && post.allowedOutcomes.has(row.error_code ?? '')) return 'unverifiable';
      if ((row.scheduled_ms ?? 0) <= untilMs) add('lost', `still ${row.status}, ${row.state}`);
      return undefined;
    case 'failed':
    case 'error':
    case 'expired': {
      const code = row.error_code ?? '';
      if (code === 'unverifiable') {
        if (!post.isIdentifiable || post.allowedOutcomes.has(code)) return 'unverifiable';
        add('falsely failed', 'unverifiable, although its caption names it');
        return undefined;
      }
      if (media.length > 0)
        add('falsely failed', `${row.status} (${code}), and it is on Instagram`);
      else if (!post.allowedOutcomes.has(code)) {
        add('falsely failed', `${row.status} (${code}): ${row.error_message ?? ''}`);
      }
      return undefined;
    }
  }
}

function checkHistory(row: FinalPost, evidence: Evidence, add: AddViolation): void {
  const events = evidence.events.get(row.id) ?? [];
  const wasPublished = events.some(({ kind }) => kind === 'published' || kind === 'verified');
  if (wasPublished && row.status !== 'published') add('published, then not', row.status);
  const endCount = events.filter(({ kind }) => kind === 'ended').length;
  const notificationCount = evidence.endNotifications.get(row.id) ?? 0;
  if (endCount !== notificationCount)
    add('notifications of an end', `${endCount} ends, ${notificationCount} notifications`);
}

function listAttemptsByPost(
  evidence: Evidence,
  byPost: ReadonlyMap<string, readonly LedgerMedium[]>,
): Map<string, string[]> {
  const owners = new Map(evidence.postOfContainer);
  for (const [postId, media] of byPost) {
    for (const medium of media) owners.set(medium.container_id, postId);
  }
  const attemptedContainers = new Map<string, string[]>();
  for (const { path, params } of evidence.calls) {
    const containerId = params['creation_id'];
    const postId = owners.get(containerId ?? '');
    if (containerId === undefined || postId === undefined || !path.endsWith('/media_publish'))
      continue;
    const attempts = attemptedContainers.get(postId) ?? [];
    if (!attempts.includes(containerId))
      attemptedContainers.set(postId, [...attempts, containerId]);
  }
  return attemptedContainers;
}

/** No second container may be published while the first one may still be (I6). */
function checkAttempts(attempted: readonly string[], evidence: Evidence, add: AddViolation): void {
  if (attempted.length < 2) return;
  const states = new Map(evidence.containers.map(({ id, state }) => [id, state]));
  const alive = attempted
    .slice(0, -1)
    .filter((id) => !['ERROR', 'EXPIRED'].includes(states.get(id) ?? ''));
  if (alive.length > 0)
    add('two containers', `${attempted.length} were sent for, ${alive.join()} lived`);
}
