import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import { noAnswer, notReady, type InstagramIssue } from '../instagram/graph/errors.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { ContainerStatus } from '../instagram/graph/publishing.ts';
import { newId } from '../platform/ids.ts';
import type { ContainerFailures, CreatedContainer } from './containers.repository.ts';
import {
  endAfter,
  failWith,
  endUnprocessable,
  toPostIssue,
  unverifiable,
  type Transition,
} from './transitions.ts';
import type { ContainerSpec } from './container-plan.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import {
  CONTAINER_BUDGET,
  MIN_FAILING_MS,
  MAX_UNREADABLE_POLLS,
  MAX_CONTAINERS,
  MAX_PROCESSING_FAILURES,
  ACCOUNT_THROTTLE_MS,
  PROCESSING_LIMIT_MS,
  pollDelayMs,
  retryDelayMs,
} from './publishing.rules.ts';
import { reconcileUnexpected } from './outage.ts';

export interface ContainerFailure {
  issue: InstagramIssue;
  spec: ContainerSpec;
}

interface ContainerContext {
  post: ClaimedPost;
  account: ConnectedAccount;
  failures: ReadonlyMap<string, ContainerFailures>;
  deps: StepDependencies;
}

export type ContainersResult =
  | { kind: 'ready'; containers: CreatedContainer[]; hasCopyrightMatch: boolean }
  | { kind: 'transition'; transition: Transition }
  | { kind: 'failed'; failure: ContainerFailure };

/** Creates the missing containers of a set, or polls all of them at once when none is missing. */
export async function ensureContainers(
  specs: readonly ContainerSpec[],
  liveContainers: readonly CreatedContainer[],
  context: ContainerContext,
): Promise<ContainersResult> {
  const { post } = context;
  const found = specs.map((spec) => ({
    spec,
    container: liveContainers.find(({ fingerprint }) => fingerprint === spec.fingerprint),
  }));
  const missing = found.filter(({ container }) => container === undefined);
  if (missing.length > 0) {
    return createMissing(
      missing.map(({ spec }) => spec),
      context,
    );
  }
  const polled = await Promise.all(
    found.flatMap(({ spec, container }) =>
      container === undefined ? [] : [pollContainer(spec, container, context)],
    ),
  );
  const obstacle = polled.find(
    (result) => result.kind === 'transition' || result.kind === 'failed',
  );
  if (obstacle?.kind === 'transition' || obstacle?.kind === 'failed') return obstacle;
  if (polled.some(({ kind }) => kind === 'processing')) {
    const ms = pollDelayMs(post.poll_count);
    return {
      kind: 'transition',
      transition: { kind: 'wait', ms, isPoll: true, isDelayedByInstagram: true },
    };
  }
  return {
    kind: 'ready',
    containers: polled.flatMap((result) => (result.kind === 'ready' ? result.containers : [])),
    hasCopyrightMatch: polled.some((result) => result.kind === 'ready' && result.hasCopyrightMatch),
  };
}

async function createMissing(
  specs: readonly ContainerSpec[],
  { post, account, failures, deps }: ContainerContext,
): Promise<ContainersResult> {
  const exhausted = specs.find((spec) => isBeyondRetry(failures.get(spec.fingerprint), post));
  if (exhausted !== undefined) {
    return {
      kind: 'transition',
      transition: endAfter(post.error_code, endUnprocessable(exhausted.label)),
    };
  }
  if (
    (await deps.containers.countCreatedInDay(account.igUserId)) + specs.length >
    CONTAINER_BUDGET
  ) {
    return { kind: 'transition', transition: waitForBudget };
  }
  const results = await Promise.all(specs.map((spec) => createInTurn(spec, post, account, deps)));
  const failure = results.find((result) => result !== undefined);
  if (failure === 'overtaken') return { kind: 'transition', transition: { kind: 'wait', ms: 0 } };
  if (failure !== undefined) return { kind: 'failed', failure };
  return { kind: 'transition', transition: { kind: 'wait', ms: pollDelayMs(0) } };
}

const isBeyondRetry = (failures: ContainerFailures | undefined, post: ClaimedPost): boolean =>
  failures !== undefined &&
  (failures.unprocessed >= MAX_PROCESSING_FAILURES ||
    (failures.count >= MAX_CONTAINERS &&
      failures.sinceMs >= MIN_FAILING_MS &&
      post.due_in_ms <= 0));

/** Instagram accepts 400 containers of an account in 24 hours. */
const waitForBudget: Transition = {
  kind: 'wait',
  ms: ACCOUNT_THROTTLE_MS.quota,
  isDelayedByInstagram: true,
  forecastMs: ACCOUNT_THROTTLE_MS.quota,
  issue: {
    code: 'container-budget',
    cause:
      'A conta chegou ao limite de envios do Instagram em 24 horas. O post sai assim que houver vaga.',
    action: 'wait',
  },
};

const createInTurn = (
  spec: ContainerSpec,
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<ContainerFailure | 'overtaken' | undefined> =>
  deps.publishing.withCreateTurn(account, () => createContainer(spec, post, account, deps));

async function createContainer(
  spec: ContainerSpec,
  post: ClaimedPost,
  account: ConnectedAccount,
  { containers, publishing, links, observe }: StepDependencies,
): Promise<ContainerFailure | 'overtaken' | undefined> {
  // The row comes first, because the link from which Instagram fetches the file depends on it.
  const id = newId();
  if (!(await containers.insert(id, post, account.igUserId, spec))) return 'overtaken';
  const { file } = spec;
  const fileParams: Record<string, string> =
    file === undefined ? {} : { [`${file.kind}_url`]: links.forContainer(id, file.contentType) };
  try {
    await observe('creating', post.id);
    const graphId = await publishing.createContainer(account, { ...spec.params, ...fileParams });
    await observe('created', post.id);
    await containers.markCreated(id, graphId);
    await observe('stored', post.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    // Without a response the container may exist: an orphan that is never published.
    if (issue.class === 'new_container') await containers.markDead(id, issue.code);
    else if (issue.code === noAnswer.code) await containers.markDead(id, null);
    else await containers.discard(id);
    return { issue, spec };
  }
}

type PollResult = ContainersResult | { kind: 'processing' };

async function pollContainer(
  spec: ContainerSpec,
  container: CreatedContainer,
  { post, account, deps }: ContainerContext,
): Promise<PollResult> {
  const { id, state } = container;
  try {
    const status = await deps.publishing.containerStatus(account, container.graph_id);
    await deps.observe('polled', post.id);
    if (status.state === 'finished' && state !== 'finished') await deps.containers.markFinished(id);
    return await interpretStatus(status, spec, container, { account, deps });
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    // Instagram no longer knows the container, or has not let us read it for a long time.
    const isLost = issue.class === 'new_container' || post.poll_count >= MAX_UNREADABLE_POLLS;
    if (isLost && issue.class !== 'reconnect') {
      await deps.containers.markDead(id, issue.code);
      return {
        kind: 'failed',
        failure: { issue: { ...issue, class: 'new_container' }, spec },
      };
    }
    return { kind: 'failed', failure: { issue, spec } };
  }
}

async function interpretStatus(
  status: ContainerStatus,
  spec: ContainerSpec,
  container: CreatedContainer,
  { account, deps }: Pick<ContainerContext, 'account' | 'deps'>,
): Promise<PollResult> {
  const containerLost = async (issue: InstagramIssue): Promise<PollResult> => {
    const isAboutFile = issue.class !== 'blocked' && issue.class !== 'reconnect';
    await deps.containers.markDead(container.id, isAboutFile ? issue.code : null);
    if (issue.class === 'content') {
      return { kind: 'transition', transition: failWith(issue, spec.label) };
    }
    // Another container may work, whatever the status of the dead one said.
    const containerIssue = isAboutFile ? ({ ...issue, class: 'new_container' } as const) : issue;
    return { kind: 'failed', failure: { issue: containerIssue, spec } };
  };
  switch (status.state) {
    case 'processing': {
      const limit = PROCESSING_LIMIT_MS[spec.file?.kind ?? 'image'];
      return container.age_ms > limit ? containerLost(notReady) : { kind: 'processing' };
    }
    case 'finished':
      return {
        kind: 'ready',
        containers: [container],
        hasCopyrightMatch: status.hasCopyrightMatch,
      };
    case 'published':
      // The post in which a published child was used is unknown.
      return {
        kind: 'transition',
        transition: spec.kind === 'child' ? unverifiable : reconcileUnexpected(container, account),
      };
    case 'expired':
      return containerLost(notReady);
    case 'failed':
      return containerLost(status.issue);
  }
}

/** Repeated failures send an email, because they may be Instagram's fault. They do not expire the post. */
export function retryContainer(
  { issue, spec }: ContainerFailure,
  failures: ReadonlyMap<string, ContainerFailures>,
  post: ClaimedPost,
): Transition {
  const count = failures.get(spec.fingerprint)?.count ?? 0;
  const issueToShow = toPostIssue(issue, spec.label);
  const notificationKey = `container:${post.id}:${post.revision}`;
  return {
    kind: 'wait',
    ms: retryDelayMs(count),
    isDelayedByInstagram: true,
    issue: count + 1 < MAX_CONTAINERS ? issueToShow : { ...issueToShow, notificationKey },
  };
}
