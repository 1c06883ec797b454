import { InstagramError } from '../../instagram/graph/graph.ts';
import { markRefusedAccount } from './account-check.ts';
import type { CreatedContainer } from './containers.repository.ts';
import type { Candidates, OutcomeFacts, SettledState } from '../observations.ts';
import { isSameCaption, QUIESCENCE_MS } from '../publishing.rules.ts';
import { findContainer, type Step, type StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';
import { listUnboundMedia } from './unbound-media.ts';

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
  step: Step,
  container: CreatedContainer,
  deps: StepDependencies,
): Promise<Candidates> {
  const { post } = step;
  const { intent_at: intentAt } = post;
  // A publication without an intent, as before a restored backup, is newer than its container.
  const since = intentAt ?? container.born_at;
  const until = intentAt && new Date(intentAt.getTime() + QUIESCENCE_MS);
  const liveBefore = new Set(post.live_story_ids);
  const listed = await listUnboundMedia(step, { since, until }, deps);
  const found = listed.filter(({ id }) => !liveBefore.has(id));
  return {
    ids: found.map(({ id }) => id),
    withSameCaption: found
      .filter(({ caption }) => isSameCaption(caption, post.caption))
      .map(({ id }) => id),
  };
}
