import { fork } from 'node:child_process';
import type { Exhibit } from './exhibit.ts';
import type { PlayerMessage } from './player.ts';
import type { ExhibitVerdict } from './verdict.ts';

export interface ExhibitResult {
  id: string;
  /** Empty: all that was expected has come true. */
  violations: readonly string[];
  /** Null: its process ended before the exhibit did. */
  verdict: ExhibitVerdict | null;
  ms: number;
}

/** What a run with `--report` leaves for `npm test`. */
export interface MuseumReport {
  exhibits: readonly Pick<ExhibitResult, 'id' | 'violations' | 'ms'>[];
  tookMs: number;
  jobs: number;
}

/** An exhibit computes for less than 10 s; one that hangs must not hang the run. */
const TIMEOUT_MS = 300_000;

interface Playing {
  /** How many processes play at the same time. */
  jobs: number;
  onResult(result: ExhibitResult): void;
  /** The program of the processes. */
  player?: URL;
}

/**
 * Plays the exhibits in processes, each of which opens one environment and plays one exhibit after another. A process
 * that dies or hangs fails only the exhibit that it was playing; a new one plays the others.
 */
export async function playAll(exhibits: readonly Exhibit[], playing: Playing): Promise<void> {
  const waiting = exhibits.map(({ id }) => id);
  const playInTurn = async () => {
    while (waiting.length > 0) await runPlayer(waiting, playing);
  };
  const count = Math.min(playing.jobs, waiting.length);
  await Promise.all(Array.from({ length: count }, playInTurn));
}

/** @returns once the process has ended: no exhibit waits any more, or it could not play one */
function runPlayer(
  waiting: string[],
  { onResult, player = new URL('player.ts', import.meta.url) }: Playing,
): Promise<void> {
  const child = fork(player, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
  });
  const startTimer = () => setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  let current = waiting.shift();
  let startedAt = performance.now();
  let timer = startTimer();

  child.on('message', (message) => {
    const received = message as PlayerMessage; // only player.ts sends messages
    if (received !== 'ready') {
      const { verdict, ms } = received;
      onResult({ id: verdict.exhibit.id, violations: verdict.violations, verdict, ms });
      current = waiting.shift();
    }
    clearTimeout(timer);
    timer = startTimer();
    startedAt = performance.now();
    child.send(current ?? 'end');
  });
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (current !== undefined) {
        const violations = [`its process ended with ${signal ?? code}`];
        onResult({ id: current, violations, verdict: null, ms: performance.now() - startedAt });
      }
      resolve();
    });
  });
}
