import type { Backups } from './backups.ts';
import type { Chance } from './chance.ts';
import type { Fault, OwnerAct } from './faults.ts';
import type { Ground, Installation } from './installation.ts';
import type { JobQueue } from './jobs.ts';
import type { Network } from './network.ts';
import type { Owners } from './owners.ts';
import type { PlannedPost, Workspace } from './population.ts';
import type { Shared } from './shared.ts';
import type { VirtualTime } from './time.ts';
import type { Workers } from './workers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Who has waited so long for a fault gets it without its point. */
const PATIENCE_MS = 5 * MINUTE;

interface Parts {
  time: VirtualTime;
  chance: Chance;
  ground: Ground;
  shared: Shared;
  installation: Installation;
  network: Network;
  queue: JobQueue;
  owners: Owners;
  workers: Workers;
  backups: Backups;
  planned: readonly PlannedPost[];
  workspaces: readonly Workspace[];
  faults: readonly Fault[];
  told(name: string): void;
}

/** Brings the plan of a seed about: posts are scheduled, faults strike, owners act. */
export function startNemesis(parts: Parts) {
  const { time, chance, ground, installation, network, owners, workers, backups } = parts;
  const { workspaces, planned, told } = parts;
  const troubled = new Set<string>();
  const refusals = new Map<string, number>();
  /** Between a backup and its return nobody acts: what was done then is lost, as it would be. */
  let isFrozen = false;

  function act(work: () => Promise<unknown>): void {
    if (isFrozen) time.after(30 * SECOND, () => act(work));
    else installation.begin(work());
  }

  function trouble({ username, otherUsername }: Workspace): void {
    for (const name of [username, otherUsername]) troubled.add(name);
    // Two workspaces may have the same account.
    for (const other of workspaces) if (other.username === username) troubled.add(other.otherUsername);
  }

  const reconnectLater = (workspace: Workspace, withinMs = 50 * MINUTE) =>
    time.after(chance.between(MINUTE, withinMs), () =>
      act(() => owners.connect(workspace, workspace.username)),
    );

  function strikeProcess({ doom }: Extract<Fault, { kind: 'process' }>): void {
    const worker = workers.free();
    if (worker === undefined || worker.process.isDoomed) return;
    const { process } = worker;
    process.doom(doom, ({ how, where }) => told(`${how} at ${where}`));
    time.after(PATIENCE_MS, () => {
      if (!process.isDoomed || process.isDead || doom.how === 'lost-connection') return;
      told(`${doom.how} anywhere`);
      if (doom.how === 'kill') process.kill();
      else process.pause(doom.how === 'sleep');
    });
  }

  function strikeInstagram(fault: Extract<Fault, { kind: 'instagram' }>): void {
    const workspace = chance.oneOf(workspaces);
    if (workspace === undefined) return;
    const { step, fault: name, delayMs, does } = fault;
    const { username } = workspace;
    if (does === 'refuses-a-post') refusals.set(username, (refusals.get(username) ?? 0) + 1);
    if (does === 'troubles-the-account') {
      for (const one of workspaces) {
        if (one.username !== username) continue;
        trouble(one);
        reconnectLater(one);
      }
    }
    told(fault.name);
    void time.still(
      ground.sandbox.fetch(`${ground.sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service: 'instagram', step, fault: name, delayMs, username }),
      }),
    );
  }

  /** Of posts whose hour is near: that is where an owner gets in the engine's way. */
  function somePost(): PlannedPost | undefined {
    const near = planned.filter(
      ({ dueAt, createdAt }) =>
        createdAt <= time.now() && Math.abs(dueAt - time.now()) < 20 * SECOND,
    );
    return chance.oneOf(near.length > 0 && chance.happens(0.7) ? near : planned);
  }

  function actAsOwner(kind: OwnerAct): void {
    const [post, workspace] = [somePost(), chance.oneOf(workspaces)];
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
      trouble(workspace);
      reconnectLater(workspace);
    }
    if (kind === 'switch-account' && chance.happens(0.6)) {
      time.after(chance.between(SECOND, 30 * MINUTE), () => act(() => owners.confirm(workspace)));
    }
    told(`owner: ${kind}`);
    act(acts[kind]);
  }

  function restore(): void {
    workers.killAll();
    backups.restore();
    // The first sign of life marks what may have gone out; an owner who is faster knows no better.
    time.after(2 * MINUTE, () => {
      isFrozen = false;
    });
    told('backup restored');
  }

  function strike(fault: Fault): void {
    switch (fault.kind) {
      case 'process':
        return strikeProcess(fault);
      case 'network':
        return network.arm(fault);
      case 'instagram':
        return strikeInstagram(fault);
      case 'clock':
        told(fault.name);
        return workers.free()?.process.clock.jump(fault.jumpMs);
      case 'owner':
        return actAsOwner(fault.act);
      case 'restore':
        return restore();
    }
  }

  for (const post of planned) time.at(post.createdAt, () => act(() => owners.schedule(post)));
  for (const fault of parts.faults) {
    time.at(fault.at, () => strike(fault));
    if (fault.kind !== 'restore') continue;
    time.at(fault.backupAt, () => {
      isFrozen = true;
      backups.take();
    });
  }

  let isHealed = false;
  return {
    troubled,
    refusals,
    /** Every account gets its owner's authorisation again; the last of its posts can end. */
    heal(): void {
      if (isHealed) return;
      isHealed = true;
      for (const workspace of workspaces) {
        const { username, otherUsername } = workspace;
        if (!troubled.has(username) && !troubled.has(otherUsername)) continue;
        act(() => owners.connect(workspace, username));
      }
    },
  };
}
