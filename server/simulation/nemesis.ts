import type { Backups } from './backups.ts';
import type { Chance } from './chance.ts';
import type { Fault } from './faults.ts';
import type { Ground, Installation } from './installation.ts';
import type { Network } from './network.ts';
import { actAsOwner, reconnectLater, trouble, type Plot } from './owner-faults.ts';
import type { Owners } from './owners.ts';
import type { PlannedPost, Workspace } from './population.ts';
import { stopByOwner } from './stop-faults.ts';
import type { VirtualTime } from './time.ts';
import type { Workers } from './workers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** So long after a backup came back owners see what it is. */
export const FROZEN_MS = 2 * MINUTE;
/** Who has waited so long for a fault gets it without its point. */
const PATIENCE_MS = 5 * MINUTE;

interface Parts {
  time: VirtualTime;
  chance: Chance;
  ground: Ground;
  installation: Installation;
  network: Network;
  owners: Owners;
  workers: Workers;
  backups: Backups;
  planned: readonly PlannedPost[];
  workspaces: readonly Workspace[];
  faults: readonly Fault[];
  told(name: string): void;
}

export type Nemesis = ReturnType<typeof startNemesis>;

/** Brings the plan of a seed about: posts are scheduled, faults strike, owners act. */
export function startNemesis(parts: Parts) {
  const { time, chance, ground, installation, network, owners, workers, backups, told } = parts;
  const { workspaces } = parts;
  const troubled = new Set<string>();
  const refusals = new Map<string, number>();
  /** Between a backup and its return nobody acts: what was done then is lost, as it would be. */
  let isFrozen = false;
  let isResting = false;

  function act(work: () => Promise<unknown>): void {
    if (isResting) return;
    if (isFrozen) time.after(30 * SECOND, () => act(work));
    else installation.begin(work());
  }

  const plot: Plot = { ...parts, troubled, act };

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
        trouble(one, plot);
        reconnectLater(one, plot);
      }
    }
    told(fault.name);
    void time.still(armInstagram(ground, { step, fault: name, delayMs, username }));
  }

  function restore(): void {
    workers.killAll();
    backups.restore();
    // The first sign of life marks what may have gone out; an owner who is faster knows no better.
    time.after(FROZEN_MS, () => {
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
        return actAsOwner(fault.act, plot);
      case 'stop':
        return stopByOwner(fault, plot);
      case 'restore':
        return restore();
    }
  }

  for (const post of parts.planned) time.at(post.createdAt, () => act(() => owners.schedule(post)));
  for (const fault of parts.faults) {
    time.at(fault.at, () => strike(fault));
    if (fault.kind !== 'restore') continue;
    time.at(fault.backupAt, () => {
      isFrozen = true;
      backups.take();
    });
  }

  return {
    troubled,
    refusals,
    /** What owners still had in mind they leave: nobody would see what becomes of it. */
    rest: () => void (isResting = true),
    /** Every account gets its owner's authorisation again; the last of its posts can end. */
    heal: once(() => {
      for (const { username, otherUsername, ...one } of workspaces) {
        if (!troubled.has(username) && !troubled.has(otherUsername)) continue;
        act(() => owners.connect(one, username));
      }
    }),
  };
}

const armInstagram = ({ sandbox }: Ground, fault: Record<string, unknown>) =>
  sandbox.fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'instagram', ...fault }),
  });

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
