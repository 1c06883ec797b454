import { aPublication } from '../publications.ts';
import type { Budget, Situation } from './situation.ts';

const MINUTE = 60_000;
const DUE = new Date('2026-06-09T17:32:00Z');

/** A post that was scheduled for half an hour from now. */
export function aStart(left: Partial<Budget> = {}): Situation {
  const now = DUE.getTime() - 31 * MINUTE;
  const publication = aPublication('preparing', { dueAt: DUE });
  const state = { ...publication.state, nextStepAt: new Date(now + MINUTE), polls: 0 };
  return {
    publication: { ...publication, state },
    now,
    leasedUntil: 0,
    hands: [],
    containers: [],
    calls: [],
    media: 0,
    formerMedia: 0,
    accounts: {
      first: { isConnected: true, hold: null },
      other: { isConnected: false, hold: null },
    },
    isPaused: false,
    otherCalledAt: 0,
    appThrottledUntil: 0,
    backup: null,
    isRestored: false,
    isOwnersRisk: false,
    left: { author: 0, account: 0, faults: 0, backups: 0, ...left },
  };
}
