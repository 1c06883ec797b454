import { InstagramError } from '../instagram/graph/graph.ts';
import { markRefusedAccount } from './account-check.ts';
import type { CreatedContainer } from './containers.repository.ts';
import type { Candidates, OutcomeFacts, SettledState } from './observations.ts';
import { CLOCK_SKEW_MS, isSameCaption, productTypeOf, QUIESCENCE_MS } from './publishing.rules.ts';
import { findContainer, type Step, type StepDependencies } from './step.ts';
import type { EngineEvent } from './transition-events.ts';

export async function readContainer(
  step: Step,
  facts: OutcomeFacts,
  deps: StepDependencies,
): Promise<EngineEvent> {
  const container = await containerOf(step, deps);
  try {
    const { state } = await deps.publishing.containerStatus(step.account, container.graph_id);
    return { kind: 'container_read', facts, state };
  } catch (error) {
    return toUnreadable(error, step, { facts, isPublished: false }, deps);
  }
}

export async function listCandidates(
  step: Step,
  { facts, state }: { facts: OutcomeFacts; state: SettledState },
  deps: StepDependencies,
): Promise<EngineEvent> {
  try {
    const candidates = await findCandidates(step, await containerOf(step, deps), deps);
    return { kind: 'candidates_listed', facts, state, candidates };
  } catch (error) {
    return toUnreadable(error, step, { facts, isPublished: state === 'published' }, deps);
  }
}

async function containerOf({ post }: Step, deps: StepDependencies): Promise<CreatedContainer> {
  const container = await findContainer(post, deps);
  if (container === undefined) throw new Error(`post ${post.id} has no container`);
  return container;
}

async function toUnreadable(
  error: unknown,
  { account }: Step,
  reading: { facts: OutcomeFacts; isPublished: boolean },
  deps: StepDependencies,
): Promise<EngineEvent> {
  if (!(error instanceof InstagramError)) throw error;
  const { issue } = error;
  if (issue.class === 'reconnect' && !account.isEnded && !reading.isPublished) {
    await markRefusedAccount(issue, account, deps);
  }
  return { kind: 'outcome_unreadable', issue, ...reading };
}

async function findCandidates(
  { post, account }: Step,
  container: CreatedContainer,
  { publishing, containers }: StepDependencies,
): Promise<Candidates> {
  const intentAt = post.intent_at?.getTime();
  // A publication without an intent, as before a restored backup, is newer than its container.
  const since = new Date((intentAt ?? container.born_at.getTime()) - CLOCK_SKEW_MS);
  const until = intentAt === undefined ? Infinity : intentAt + QUIESCENCE_MS + CLOCK_SKEW_MS;
  const liveBefore = new Set(post.live_story_ids);
  const listed =
    post.media_type === 'STORIES'
      ? await publishing.liveStories(account)
      : await publishing.mediaSince(account, since);
  const found = listed.filter(
    ({ id, publishedAt, productType }) =>
      publishedAt >= since &&
      publishedAt.getTime() <= until &&
      productType === productTypeOf(post) &&
      !liveBefore.has(id),
  );
  const bound = await containers.findBoundMedia(found.map(({ id }) => id));
  const free = found.filter(({ id }) => !bound.has(id));
  return {
    ids: free.map(({ id }) => id),
    withSameCaption: free
      .filter(({ caption }) => isSameCaption(caption, post.caption))
      .map(({ id }) => id),
  };
}
