import type { Backups } from './backups.ts';
import type { SeededRandom } from './random.ts';
import type { Fault } from './faults.ts';
import type { Environment, Installation } from './installation.ts';
import type { Network } from './network.ts';
import {
  actAsOwner,
  reconnectLater,
  markAffected,
  type OwnerFaultContext,
} from './owner-faults.ts';
import type { Owners } from './owners.ts';
import type { PlannedPost, Workspace } from './population.ts';
import { stopByOwner } from './stop-faults.ts';
import type { VirtualTime } from './time.ts';
import type { Workers } from './workers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long after a restore owners do not act, in ms. */
export const FREEZE_MS = 2 * MINUTE;
/** A post that has waited this long for a fault gets it without its point. */
const FAULT_TIMEOUT_MS = 5 * MINUTE;

interface NemesisDependencies {
  time: VirtualTime;
  random: SeededRandom;
  environment: Environment;
  installation: Installation;
  network: Network;
  owners: Owners;
  workers: Workers;
  backups: Backups;
  planned: readonly PlannedPost[];
  workspaces: readonly Workspace[];
  faults: readonly Fault[];
  recordFault(name: string): void;
}

export type Nemesis = ReturnType<typeof startNemesis>;

export function startNemesis(parts: NemesisDependencies) {
  const {
    time,
    random,
    environment,
    installation,
    network,
    owners,
    workers,
    backups,
    recordFault,
  } = parts;
  const { workspaces } = parts;
  const affectedAccounts = new Set<string>();
  const refusals = new Map<string, number>();
  /** No owner acts between a backup and its restore, which would lose the action. */
  let isFrozen = false;
  let isStopped = false;

  function runAction(work: () => Promise<unknown>): void {
    if (isStopped) return;
    if (isFrozen) time.after(30 * SECOND, () => runAction(work));
    else installation.runInBackground(work());
  }

  const context: OwnerFaultContext = { ...parts, affectedAccounts, runAction };

  function injectProcessFault({ failure }: Extract<Fault, { kind: 'process' }>): void {
    const worker = workers.pickFree();
    if (worker === undefined || worker.process.hasPendingFailure) return;
    const { process } = worker;
    process.scheduleFailure(failure, ({ kind, point }) => recordFault(`${kind} at ${point}`));
    time.after(FAULT_TIMEOUT_MS, () => {
      if (!process.hasPendingFailure || process.isDead || failure.kind === 'lost-connection')
        return;
      recordFault(`${failure.kind} anywhere`);
      if (failure.kind === 'kill') process.kill();
      else process.pause(failure.kind === 'sleep');
    });
  }

  function injectInstagramFault(fault: Extract<Fault, { kind: 'instagram' }>): void {
    const workspace = random.pickOrUndefined(workspaces);
    if (workspace === undefined) return;
    const { step, fault: name, delayMs, consequence } = fault;
    const { username } = workspace;
    if (consequence === 'refuses-a-post') refusals.set(username, (refusals.get(username) ?? 0) + 1);
    if (consequence === 'holds-the-account') {
      for (const workspace of workspaces) {
        if (workspace.username !== username) continue;
        markAffected(workspace, context);
        reconnectLater(workspace, context);
      }
    }
    recordFault(fault.name);
    void time.freezeDuring(armInstagram(environment, { step, fault: name, delayMs, username }));
  }

  function restore(): void {
    workers.killAll();
    backups.restore();
    // The first heartbeat marks posts of the outage window; owners act only after it.
    time.after(FREEZE_MS, () => {
      isFrozen = false;
    });
    recordFault('backup restored');
  }

  function injectFault(fault: Fault): void {
    switch (fault.kind) {
      case 'process':
        return injectProcessFault(fault);
      case 'network':
        return network.arm(fault);
      case 'instagram':
        return injectInstagramFault(fault);
      case 'clock':
        recordFault(fault.name);
        return workers.pickFree()?.process.clock.jump(fault.jumpMs);
      case 'owner':
        return actAsOwner(fault.action, context);
      case 'stop':
        return stopByOwner(fault, context);
      case 'restore':
        return restore();
    }
  }

  for (const post of parts.planned)
    time.at(post.createdAt, () => runAction(() => owners.schedule(post)));
  for (const fault of parts.faults) {
    time.at(fault.at, () => injectFault(fault));
    if (fault.kind !== 'restore') continue;
    time.at(fault.backupAt, () => {
      isFrozen = true;
      backups.create();
    });
  }

  return {
    affectedAccounts,
    refusals,
    /** Drops pending actions of owners, whose effects the run would not see. */
    stop: () => void (isStopped = true),
    reconnectAll: once(() => {
      for (const { username, otherUsername, ...one } of workspaces) {
        if (!affectedAccounts.has(username) && !affectedAccounts.has(otherUsername)) continue;
        runAction(() => owners.connect(one, username));
      }
    }),
  };
}

const armInstagram = ({ sandbox }: Environment, fault: Record<string, unknown>) =>
  sandbox.fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'instagram', ...fault }),
  });

function once(callback: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) callback();
    isDone = true;
  };
}
