import type { SeededRandom } from './random.ts';
import type { Fault, StopAction } from './faults.ts';
import type { OwnerFaultContext } from './owner-faults.ts';
import type { PlannedPost } from './population.ts';

type StopFault = Extract<Fault, { kind: 'stop' }>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const stopActions = ['pause', 'ask-approval', 'take-over', 'take-over'] as const;
const MAX_ATTEMPTS = 20;

/** Many are near the due time of a post, where they conflict with the engine. */
export const planStops = (
  random: SeededRandom,
  planned: readonly PlannedPost[],
  count: number,
): Fault[] =>
  Array.from({ length: count }, () => {
    const [action, post] = [random.pick(stopActions), random.pickOrUndefined(planned)];
    if (post === undefined) return [];
    const at = pickInstant(action, post, random);
    const stop = { name: `owner: ${action}`, at, kind: 'stop', action, post } as const;
    return action === 'take-over' && random.happens(0.6)
      ? [planLostCall(post, random), stop]
      : [stop];
  }).flat();

function planLostCall({ dueAt }: PlannedPost, random: SeededRandom): Fault {
  const fault = random.pick(['request-lost', 'answer-lost', 'request-refused'] as const);
  const name = `network: ${fault} at publish`;
  return { name, at: dueAt - 3 * SECOND, kind: 'network', step: 'publish', fault };
}

function pickInstant(
  action: StopAction,
  { createdAt, dueAt }: PlannedPost,
  random: SeededRandom,
): number {
  if (action === 'take-over') return dueAt + random.int(0, random.pick([SECOND, 3 * MINUTE]));
  if (action === 'pause') return dueAt - random.int(-2 * SECOND, random.pick([5 * SECOND, MINUTE]));
  return random.happens(0.5) ? dueAt - random.int(0, 5 * SECOND) : random.int(createdAt, dueAt);
}

export function stopByOwner({ action, name, post }: StopFault, context: OwnerFaultContext): void {
  switch (action) {
    case 'pause':
      context.recordFault(name);
      return pauseWorkspace(post, context);
    case 'ask-approval':
      context.recordFault(name);
      return requestApproval(post, context);
    case 'take-over':
      return takeOverRepeatedly(MAX_ATTEMPTS, context);
  }
}

function pauseWorkspace(
  { workspace }: PlannedPost,
  { time, random, owners, runAction, recordFault }: OwnerFaultContext,
): void {
  const ms = random.int(SECOND, random.pick([20 * SECOND, 8 * MINUTE]));
  const hasEnd = random.happens(0.4);
  runAction(() => owners.pause(workspace, hasEnd ? new Date(time.now() + ms) : null));
  if (hasEnd && random.happens(0.7)) return;
  time.after(hasEnd ? random.int(0, ms) : ms, () => {
    recordFault('owner: resume');
    runAction(() => owners.resume(workspace));
  });
}

function requestApproval(
  post: PlannedPost,
  { time, random, owners, runAction, recordFault }: OwnerFaultContext,
): void {
  runAction(() => owners.requestApproval(post));
  if (random.happens(0.2)) return;
  const untilDueMs = Math.max(0, post.dueAt - time.now());
  const ms = random.pick([untilDueMs - random.int(0, 3 * SECOND), random.int(0, 5 * MINUTE)]);
  const respond = (verdict: 'approved' | 'change_requested') => () => {
    recordFault(verdict === 'approved' ? 'owner: approve' : 'owner: ask-change');
    runAction(() => owners.answerApproval(post, verdict));
  };
  if (random.happens(0.2)) time.after(random.int(0, ms), respond('change_requested'));
  time.after(ms, respond('approved'));
}

function takeOverRepeatedly(attempts: number, context: OwnerFaultContext): void {
  const { time, random, owners, planned, runAction, recordFault } = context;
  runAction(async () => {
    const post = await owners.startManualPublishing(planned);
    if (post !== undefined) {
      recordFault('owner: take-over');
      if (random.happens(0.8)) publishManuallySoon(post, MAX_ATTEMPTS, context);
    } else if (attempts > 0) {
      time.after(random.int(SECOND, 30 * SECOND), () => takeOverRepeatedly(attempts - 1, context));
    }
  });
}

/** Publishes manually after a delay, once the post is certain not to be published. */
function publishManuallySoon(
  post: PlannedPost,
  attempts: number,
  context: OwnerFaultContext,
): void {
  const { time, random, owners, runAction, recordFault } = context;
  time.after(random.int(SECOND, 3 * MINUTE), () =>
    runAction(async () => {
      if (await owners.publishManually(post)) recordFault('owner: publish-by-hand');
      else if (attempts > 0) publishManuallySoon(post, attempts - 1, context);
    }),
  );
}
