import { InstagramError } from '../../instagram/graph/graph.ts';
import { toFailureEvent } from './account-check.ts';
import type { OutageMedia, OwnContainers } from '../observations.ts';
import { isSameCaption, MAX_UNREADABLE_POLLS } from '../publishing.rules.ts';
import type { ClaimedPost } from '../store/claimed-post.ts';
import type { Step, StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';
import { listUnboundMedia } from './unbound-media.ts';

/** What may be the post among the media of the outage window. */
export async function listOutageMedia(step: Step, deps: StepDependencies): Promise<EngineEvent> {
  const { post, account } = step;
  // This query precedes the list of media: media that a conflicting post has got by then are no candidates.
  const isIdentified =
    post.media_type !== 'STORIES' &&
    post.caption !== '' &&
    !(await deps.conflictingPosts.hasDuplicateCandidate(post));
  const isRestored = await deps.repository.wasRestored(post.id);
  try {
    const ids = await findPublishedInOutage(step, deps);
    const media = { at: post.now, account: account.igUserId, ids, isIdentified, isRestored };
    return { kind: 'outage_media_listed', media };
  } catch (error) {
    return toFailureEvent(error, step, deps);
  }
}

/** The containers that the post had before the outage. */
export async function readOwnContainers(
  step: Step,
  media: OutageMedia,
  deps: StepDependencies,
): Promise<EngineEvent> {
  try {
    const containers = await pollOwnContainers(step, deps);
    return { kind: 'own_containers_read', media, containers };
  } catch (error) {
    return toFailureEvent(error, step, deps);
  }
}

async function pollOwnContainers(
  { post, account, liveContainers }: Step,
  { publishing }: StepDependencies,
): Promise<OwnContainers> {
  const mainContainers = liveContainers.filter(({ kind }) => kind !== 'child');
  const polls = mainContainers.map(async ({ id, graph_id: graphId }) => {
    try {
      const { state } = await publishing.containerStatus(account, graphId);
      return [{ id, state }];
    } catch (error) {
      if (error instanceof InstagramError && isLost(error, post)) return [];
      throw error;
    }
  });
  const polled = (await Promise.all(polls)).flat();
  return {
    published: polled.find(({ state }) => state === 'published')?.id ?? null,
    isOneUnpublished: polled.some(({ state }) => state === 'finished'),
  };
}

const isLost = ({ issue }: InstagramError, post: ClaimedPost): boolean =>
  issue.class === 'new_container' ||
  (issue.class !== 'reconnect' && post.poll_count >= MAX_UNREADABLE_POLLS);

async function findPublishedInOutage(step: Step, deps: StepDependencies): Promise<string[]> {
  const { post } = step;
  const since = post.outage_since ?? new Date(0);
  const found = await listUnboundMedia(step, { since, until: post.outage_until }, deps);
  return found
    .filter(({ caption }) => post.media_type === 'STORIES' || isSameCaption(caption, post.caption))
    .map(({ id }) => id);
}
