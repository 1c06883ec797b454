import type { Evidence, PostOfRecord } from './evidence.ts';
import type { Played } from './world.ts';

type Violate = (invariant: string, what: string, postId?: string) => void;

/** Whichever of these came last says whose a post is, and whether it is to go out. */
const stops: ReadonlySet<string> = new Set(['held', 'unapproved', 'taken_over']);
const goesOn: ReadonlySet<string> = new Set(['scheduled', 'publish_now']);

const isUnverifiable = ({ status, error_code: code }: PostOfRecord) =>
  status === 'error' && code === 'unverifiable';
const isTheirs = ({ status, error_code: code }: PostOfRecord) =>
  status === 'failed' && code === 'by-hand';

/** Ended without going out because its owner stopped it: whether they did, is checked below. */
export const isStopped = (post: PostOfRecord, { byHand }: Pick<Played, 'byHand'>): boolean =>
  post.status === 'draft' || (isTheirs(post) && !byHand.has(post.id));

/** What its owner has stopped does not go out, nothing else is stopped, and each is told as what it is. */
export function checkStops(played: Played, evidence: Evidence, violate: Violate): void {
  for (const { post_id: id, why } of evidence.intents) {
    if (why !== null) violate('I13 stopped before its intent', `an intent although ${why}`, id);
  }
  for (const { post_id: id, why } of evidence.stopped) {
    if (why === null) violate('I14 only what is stopped', 'a draft, and nobody stopped it', id);
  }
  for (const { post_id: id } of evidence.expiredInPause) {
    violate('I14 held is a draft', 'it expired, and its hour was in a pause', id);
  }
  const last = new Map<string, string>();
  for (const { post_id: id, kind } of evidence.events) {
    if (stops.has(kind) || goesOn.has(kind)) last.set(id, kind);
  }
  for (const post of evidence.posts) checkEnd(post, last.get(post.id), played, violate);
  checkCalls(evidence, violate);
}

function checkEnd(
  post: PostOfRecord,
  last: string | undefined,
  { byHand }: Played,
  violate: Violate,
): void {
  const { id, status, error_code: code } = post;
  const isHeld = last === 'held' || last === 'unapproved';
  if (isHeld && status !== 'draft') {
    violate('I14 held is a draft', `${last}, and it is ${status}: ${code}`, id);
  }
  const mayBe = status === 'published' || isTheirs(post) || isUnverifiable(post);
  if (last === 'taken_over' && !mayBe) {
    violate('I15 taken over is theirs', `it is ${status}: ${code}`, id);
  }
  if (isTheirs(post) && last !== 'taken_over') {
    violate('I15 taken over is theirs', 'nobody has taken it over', id);
  }
  if (byHand.has(id) && status !== 'published') {
    violate('I16 by hand is seen', `its owner published it, and it is ${status}: ${code}`, id);
  }
}

/** Every call has an intent of its own, written before it. */
function checkCalls({ publishCalls, made, forgotten, intents }: Evidence, violate: Violate): void {
  const posts = new Map([...made, ...forgotten].map((one) => [one.graph_id, one.post_id]));
  const ofPosts = Map.groupBy(intents, (intent) => intent.post_id);
  const calls = new Map<string, number>();
  for (const { params, time } of publishCalls) {
    const id = posts.get(params['creation_id'] ?? '');
    if (id == null) continue;
    const call = (calls.get(id) ?? 0) + 1;
    calls.set(id, call);
    const intent = ofPosts.get(id)?.[call - 1];
    if (intent !== undefined && intent.at.getTime() <= time) continue;
    violate('I13 stopped before its intent', `call ${call} without an intent`, id);
  }
}
