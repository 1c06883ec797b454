import type { SeededRandom } from './random.ts';
import type { OwnerAction } from './faults.ts';
import type { Owners } from './owners.ts';
import type { PlannedPost, Workspace } from './population.ts';
import type { VirtualTime } from './time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface OwnerFaultContext {
  time: VirtualTime;
  random: SeededRandom;
  owners: Owners;
  planned: readonly PlannedPost[];
  workspaces: readonly Workspace[];
  affectedAccounts: Set<string>;
  recordFault(name: string): void;
  runAction(work: () => Promise<unknown>): void;
}

export function markAffected(
  { username, otherUsername }: Workspace,
  { affectedAccounts, workspaces }: OwnerFaultContext,
): void {
  for (const name of [username, otherUsername]) affectedAccounts.add(name);
  // Two workspaces may share an account.
  for (const other of workspaces)
    if (other.username === username) affectedAccounts.add(other.otherUsername);
}

export const reconnectLater = (
  workspace: Workspace,
  { time, random, owners, runAction }: OwnerFaultContext,
) =>
  time.after(random.int(MINUTE, 50 * MINUTE), () =>
    runAction(() => owners.connect(workspace, workspace.username)),
  );

function pickPost({ time, random, planned }: OwnerFaultContext): PlannedPost | undefined {
  const near = planned.filter(
    ({ dueAt, createdAt }) => createdAt <= time.now() && Math.abs(dueAt - time.now()) < 20 * SECOND,
  );
  return random.pickOrUndefined(near.length > 0 && random.happens(0.7) ? near : planned);
}

export function actAsOwner(kind: OwnerAction, context: OwnerFaultContext): void {
  const { time, random, owners, workspaces, recordFault, runAction } = context;
  const [post, workspace] = [pickPost(context), random.pickOrUndefined(workspaces)];
  if (post === undefined || workspace === undefined) return;
  const actions: Record<OwnerAction, () => Promise<unknown>> = {
    edit: () => owners.edit(post),
    move: () => owners.move(post),
    'publish-now': () => owners.publishNow(post),
    delete: () => owners.delete(post),
    disconnect: () => owners.disconnect(workspace),
    'switch-account': () => owners.connect(workspace, workspace.otherUsername),
  };
  const isAccountAction = kind === 'disconnect' || kind === 'switch-account';
  if (isAccountAction) {
    markAffected(workspace, context);
    reconnectLater(workspace, context);
  }
  if (kind === 'switch-account' && random.happens(0.6)) {
    time.after(random.int(SECOND, 30 * MINUTE), () => runAction(() => owners.confirm(workspace)));
  }
  recordFault(`owner: ${kind}`);
  runAction(actions[kind]);
}
