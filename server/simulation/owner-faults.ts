import type { Chance } from './chance.ts';
import type { OwnerAct } from './faults.ts';
import type { Owners } from './owners.ts';
import type { PlannedPost, Workspace } from './population.ts';
import type { VirtualTime } from './time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What is needed to act in the owners' names. */
export interface Plot {
  time: VirtualTime;
  chance: Chance;
  owners: Owners;
  planned: readonly PlannedPost[];
  workspaces: readonly Workspace[];
  /** Accounts of which something was taken away, by username. */
  troubled: Set<string>;
  told(name: string): void;
  /** Now, or as soon as anybody acts again. */
  act(work: () => Promise<unknown>): void;
}

/** From now on its posts may fail without being to blame. */
export function trouble(
  { username, otherUsername }: Workspace,
  { troubled, workspaces }: Plot,
): void {
  for (const name of [username, otherUsername]) troubled.add(name);
  // Two workspaces may have the same account.
  for (const other of workspaces)
    if (other.username === username) troubled.add(other.otherUsername);
}

export const reconnectLater = (workspace: Workspace, { time, chance, owners, act }: Plot) =>
  time.after(chance.between(MINUTE, 50 * MINUTE), () =>
    act(() => owners.connect(workspace, workspace.username)),
  );

/** Of posts whose hour is near: that is where an owner gets in the engine's way. */
function somePost({ time, chance, planned }: Plot): PlannedPost | undefined {
  const near = planned.filter(
    ({ dueAt, createdAt }) => createdAt <= time.now() && Math.abs(dueAt - time.now()) < 20 * SECOND,
  );
  return chance.oneOf(near.length > 0 && chance.happens(0.7) ? near : planned);
}

/** An owner does something, on a post or on an account. */
export function actAsOwner(kind: OwnerAct, plot: Plot): void {
  const { time, chance, owners, workspaces, told, act } = plot;
  const [post, workspace] = [somePost(plot), chance.oneOf(workspaces)];
  if (post === undefined || workspace === undefined) return;
  const acts: Record<OwnerAct, () => Promise<unknown>> = {
    edit: () => owners.edit(post),
    move: () => owners.move(post),
    'publish-now': () => owners.publishNow(post),
    delete: () => owners.delete(post),
    disconnect: () => owners.disconnect(workspace),
    'switch-account': () => owners.connect(workspace, workspace.otherUsername),
  };
  const isOfAccount = kind === 'disconnect' || kind === 'switch-account';
  if (isOfAccount) {
    trouble(workspace, plot);
    reconnectLater(workspace, plot);
  }
  if (kind === 'switch-account' && chance.happens(0.6)) {
    time.after(chance.between(SECOND, 30 * MINUTE), () => act(() => owners.confirm(workspace)));
  }
  told(`owner: ${kind}`);
  act(acts[kind]);
}
