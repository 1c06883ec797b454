import { fork, type ChildProcess } from 'node:child_process';
import type { BaselinePost, ProcessMeasurement, BenchCommand, ProcessReport } from './messages.ts';

const FLAGS = ['--disable-warning=ExperimentalWarning'];
/** Without a published post for this long, the rest counts as missing, in ms. */
const GIVE_UP_MS = 30_000;

interface BenchProcess {
  child: ChildProcess;
  progress: { inFlight: number; published: number };
}

export type ProcessGroup = Awaited<ReturnType<typeof startProcessGroup>>;

export async function startProcessGroup(
  kind: 'engine' | 'baseline',
  count: number,
  env: NodeJS.ProcessEnv,
  profileDir?: string,
) {
  const file = new URL(`${kind}-process.ts`, import.meta.url);
  const profile =
    profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}/${kind}`];
  const processes = await Promise.all(
    Array.from({ length: count }, () => startProcess(file, env, [...FLAGS, ...profile])),
  );
  const countPublished = () => processes.reduce((sum, { progress }) => sum + progress.published, 0);

  return {
    processes,
    /** Starts the run. CPU counts from `measureAt` on; `postsOf` gives each baseline process its posts. */
    begin(measureAt: number, postsOf: (index: number) => BaselinePost[] = () => []): void {
      processes.forEach(({ child }, index) =>
        sendCommand(child, { kind: 'begin', measureAt, baselinePosts: postsOf(index) }),
      );
    },

    async waitUntilFinished(total: number, lastDue: number): Promise<void> {
      let seenCount = 0;
      let lastProgressAt = Date.now();
      while (
        countPublished() < total &&
        Date.now() - Math.max(lastProgressAt, lastDue) < GIVE_UP_MS
      ) {
        await pause(100);
        if (countPublished() > seenCount) {
          seenCount = countPublished();
          lastProgressAt = Date.now();
        }
      }
    },

    collectResults: () =>
      Promise.all(
        processes
          .filter(({ child }) => child.exitCode === null && child.signalCode === null)
          .map(async ({ child }): Promise<ProcessMeasurement> => {
            const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
            const result = await requestReport(child, { kind: 'finish' }, 'result');
            await ended;
            return result;
          }),
      ),

    kill: () => processes.forEach(({ child }) => child.kill('SIGKILL')),
  };
}

async function startProcess(
  file: URL,
  env: NodeJS.ProcessEnv,
  execArgv: string[],
): Promise<BenchProcess> {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv });
  const progress = { inFlight: 0, published: 0 };
  child.on('message', (report: ProcessReport) => {
    if (report.kind === 'progress') Object.assign(progress, report);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`${file.pathname} did not start`)));
  });
  return { child, progress };
}

const sendCommand = (child: ChildProcess, command: BenchCommand) => void child.send(command);

export function requestReport<K extends 'result' | 'hands'>(
  child: ChildProcess,
  command: BenchCommand,
  kind: K,
): Promise<Extract<ProcessReport, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (report: ProcessReport) => {
      if (report.kind !== kind) return;
      child.off('message', onMessage);
      resolve(report as Extract<ProcessReport, { kind: K }>); // its kind was compared
    };
    child.on('message', onMessage);
    child.once('exit', () => reject(new Error('a process ended early')));
    sendCommand(child, command);
  });
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
