import { InstagramError } from '../../instagram/graph/graph.ts';
import { checkAccount, reportIssue } from './account-check.ts';
import { planContainers } from './container-plan.ts';
import { ensureContainers } from './containers.ts';
import type { CreatedContainer } from './containers.repository.ts';
import { CONTAINER_LIFE_MS } from '../publishing.rules.ts';
import type { Step, StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';

/** Checks the account, and creates the containers of a post or reads how far they are. */
export async function prepareContainers(step: Step, deps: StepDependencies): Promise<EngineEvent> {
  const refused = await checkAccount(step, deps);
  if (refused !== undefined) return refused;
  const { post, files } = step;
  const plan = planContainers(post, files);
  const context = { step, deps, failures: await deps.containers.failuresOf(post) };
  try {
    const children = await ensureContainers(plan.children, context);
    if (children.kind === 'unready') return { kind: 'containers_read', reading: children.reading };
    if (children.kind === 'failed') return await reportIssue(children, step, deps);
    const main = plan.main(children.containers.map((child) => child.graph_id));
    const ready = await ensureContainers([main], context);
    if (ready.kind === 'unready') return { kind: 'containers_read', reading: ready.reading };
    if (ready.kind === 'failed') return await reportIssue(ready, step, deps);
    const hasCopyrightMatch = children.hasCopyrightMatch || ready.hasCopyrightMatch;
    return await readyEvent(
      [...ready.containers, ...children.containers],
      hasCopyrightMatch,
      step,
      deps,
    );
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    return reportIssue({ issue: error.issue, label: undefined }, step, deps);
  }
}

/** `containers`: the one to publish, then its children. @throws InstagramError */
async function readyEvent(
  containers: readonly CreatedContainer[],
  hasCopyrightMatch: boolean,
  { post, account }: Step,
  { publishing, conflictingPosts }: StepDependencies,
): Promise<EngineEvent> {
  const [main] = containers;
  if (main === undefined) throw new Error('nothing to publish was made');
  const stories = post.media_type === 'STORIES' ? await publishing.liveStories(account) : null;
  const forecast = await conflictingPosts.forecastQuota(post, account.igUserId);
  const isExhausted = forecast !== undefined && forecast.before >= forecast.total;
  return {
    kind: 'containers_read',
    reading: {
      kind: 'ready',
      account,
      preparation: {
        container: main.id,
        account: account.igUserId,
        goodUntil: expiryOf(containers),
        liveStories: stories === null ? null : stories.map(({ id }) => id),
      },
      containerIds: containers.map(({ id }) => id),
      hasCopyrightMatch,
      exhaustedQuota: isExhausted ? forecast.total : null,
    },
  };
}

const expiryOf = (containers: readonly CreatedContainer[]): Date =>
  new Date(Math.min(...containers.map((one) => one.born_at.getTime())) + CONTAINER_LIFE_MS);
