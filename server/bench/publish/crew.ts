import { fork, type ChildProcess } from 'node:child_process';
import type { FloorPost, Measured, Order, Report } from './messages.ts';

/** The engine's and the floor's processes do as little as their rivals: the same flags. */
const FLAGS = ['--disable-warning=ExperimentalWarning'];
/** When no post has gone out for so long, the rest is given up and told as missing. */
const GIVE_UP_MS = 30_000;

interface Member {
  child: ChildProcess;
  progress: { inHand: number; published: number };
}

export type Crew = Awaited<ReturnType<typeof startCrew>>;

/** Starts `count` processes of one kind and waits until all are ready. */
export async function startCrew(
  kind: 'engine' | 'floor',
  count: number,
  env: NodeJS.ProcessEnv,
  profileDir?: string,
) {
  const file = new URL(`${kind}.process.ts`, import.meta.url);
  const profile =
    profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}/${kind}`];
  const members = await Promise.all(
    Array.from({ length: count }, () => start(file, env, [...FLAGS, ...profile])),
  );
  const published = () => members.reduce((sum, { progress }) => sum + progress.published, 0);

  return {
    members,
    /** `measureAt`: from when on CPU counts. `shareOf` gives a floor process its posts. */
    begin(measureAt: number, shareOf: (index: number) => FloorPost[] = () => []): void {
      members.forEach(({ child }, index) =>
        tell(child, { kind: 'begin', measureAt, floor: shareOf(index) }),
      );
    },

    /** Resolves when so many are published, or nothing has happened for too long after `lastDue`. */
    async finished(total: number, lastDue: number): Promise<void> {
      let seen = 0;
      let lastNews = Date.now();
      while (published() < total && Date.now() - Math.max(lastNews, lastDue) < GIVE_UP_MS) {
        await pause(100);
        if (published() > seen) {
          seen = published();
          lastNews = Date.now();
        }
      }
    },

    /** Takes the measurements and ends the processes. */
    results: () =>
      Promise.all(
        members
          .filter(({ child }) => child.exitCode === null && child.signalCode === null)
          .map(async ({ child }): Promise<Measured> => {
            const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
            const result = await ask(child, { kind: 'finish' }, 'result');
            await ended;
            return result;
          }),
      ),

    /** For when something went wrong: nobody is left behind. */
    kill: () => members.forEach(({ child }) => child.kill('SIGKILL')),
  };
}

async function start(file: URL, env: NodeJS.ProcessEnv, execArgv: string[]): Promise<Member> {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv });
  const progress = { inHand: 0, published: 0 };
  child.on('message', (report: Report) => {
    if (report.kind === 'progress') Object.assign(progress, report);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`${file.pathname} did not start`)));
  });
  return { child, progress };
}

const tell = (child: ChildProcess, order: Order) => void child.send(order);

/** Sends an order and waits for the report of that kind. */
export function ask<K extends 'result' | 'hands'>(
  child: ChildProcess,
  order: Order,
  kind: K,
): Promise<Extract<Report, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (report: Report) => {
      if (report.kind !== kind) return;
      child.off('message', onMessage);
      resolve(report as Extract<Report, { kind: K }>); // its kind was compared
    };
    child.on('message', onMessage);
    child.once('exit', () => reject(new Error('a process ended early')));
    tell(child, order);
  });
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
