import type { Evidence, StoredPost } from './evidence.ts';
import type { SeedRun } from './seed-run.ts';

type AddViolation = (invariant: string, what: string, postId?: string) => void;

/** The last of these events says whether a post is stopped. */
const STOP_EVENTS: ReadonlySet<string> = new Set([
  'held',
  'unapproved',
  'manual_publishing_started',
]);
const RESUME_EVENTS: ReadonlySet<string> = new Set(['scheduled', 'publish_now']);

const isUnverifiable = ({ status, error_code: code }: StoredPost) =>
  status === 'error' && code === 'unverifiable';
const isManual = ({ status, error_code: code }: StoredPost) =>
  status === 'failed' && code === 'by-hand';

/** Returns whether the post ended because its owner stopped it; checkStops checks that claim. */
export const isStopped = (
  post: StoredPost,
  { manuallyPublished }: Pick<SeedRun, 'manuallyPublished'>,
): boolean => post.status === 'draft' || (isManual(post) && !manuallyPublished.has(post.id));

/** A stopped post is not published, no other post is stopped, and each has the right reason. */
export function checkStops(seedRun: SeedRun, evidence: Evidence, addViolation: AddViolation): void {
  for (const { post_id: id, why } of evidence.intents) {
    if (why !== null)
      addViolation('I13 stopped before its intent', `an intent although ${why}`, id);
  }
  for (const { post_id: id, why } of evidence.stoppedPosts) {
    if (why === null)
      addViolation('I14 only what is stopped', 'a draft, and nobody stopped it', id);
  }
  for (const { post_id: id } of evidence.expiredInPause) {
    addViolation('I14 held is a draft', 'it expired, and its hour was in a pause', id);
  }
  const last = new Map<string, string>();
  for (const { post_id: id, kind } of evidence.events) {
    if (STOP_EVENTS.has(kind) || RESUME_EVENTS.has(kind)) last.set(id, kind);
  }
  for (const post of evidence.posts) checkOutcome(post, last.get(post.id), seedRun, addViolation);
  checkCalls(evidence, addViolation);
}

function checkOutcome(
  post: StoredPost,
  last: string | undefined,
  { manuallyPublished }: SeedRun,
  addViolation: AddViolation,
): void {
  const { id, status, error_code: code } = post;
  const isOnHold = last === 'held' || last === 'unapproved';
  if (isOnHold && status !== 'draft') {
    addViolation('I14 held is a draft', `${last}, and it is ${status}: ${code}`, id);
  }
  const isAllowed = status === 'published' || isManual(post) || isUnverifiable(post);
  if (last === 'manual_publishing_started' && !isAllowed) {
    addViolation('I15 taken over is theirs', `it is ${status}: ${code}`, id);
  }
  if (isManual(post) && last !== 'manual_publishing_started') {
    addViolation('I15 taken over is theirs', 'nobody has taken it over', id);
  }
  if (manuallyPublished.has(id) && status !== 'published') {
    addViolation('I16 by hand is seen', `its owner published it, and it is ${status}: ${code}`, id);
  }
}

/** Every publish call has an intent of its own that was written before it. */
function checkCalls(
  { publishCalls, storedContainers, forgottenContainers, intents }: Evidence,
  addViolation: AddViolation,
): void {
  const posts = new Map(
    [...storedContainers, ...forgottenContainers].map((one) => [one.graph_id, one.post_id]),
  );
  const intentsByPost = Map.groupBy(intents, (intent) => intent.post_id);
  const calls = new Map<string, number>();
  for (const { params, time } of publishCalls) {
    const id = posts.get(params['creation_id'] ?? '');
    if (id == null) continue;
    const call = (calls.get(id) ?? 0) + 1;
    calls.set(id, call);
    const intent = intentsByPost.get(id)?.[call - 1];
    if (intent !== undefined && intent.at.getTime() <= time) continue;
    addViolation('I13 stopped before its intent', `call ${call} without an intent`, id);
  }
}
