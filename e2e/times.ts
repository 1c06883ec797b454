/** How long a file of tests took, in ms. */
export interface FileTime {
  /** From the root of the repository. */
  file: string;
  level: string;
  tests: number;
  testsMs: number;
  /** Loading, hooks, and what else was no test. */
  startUpMs: number;
}

/** What proves something how, from the cheapest level to the dearest. */
const levels: readonly { level: string; pattern: RegExp }[] = [
  { level: 'rules of the repository', pattern: /^e2e\/.*\.test\.ts$/ },
  { level: 'journeys', pattern: /^e2e\/journeys\// },
  { level: 'components', pattern: /^web\/.*\.test\.tsx$/ },
  { level: 'rules of the web', pattern: /^web\// },
  { level: 'rules of the contract', pattern: /^contract\// },
  { level: 'sandbox', pattern: /^sandbox\// },
  { level: 'rules of the server', pattern: /^server\/.*\.rules\.test\.ts$/ },
  { level: 'server', pattern: /^server\// },
];

/** The level of a file of tests, by its path from the root. */
export const levelOf = (file: string): string =>
  levels.find(({ pattern }) => pattern.test(file))?.level ?? 'others';

const totalMs = ({ testsMs, startUpMs }: FileTime) => testsMs + startUpMs;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const sum = (times: readonly FileTime[], of: (time: FileTime) => number) =>
  times.reduce((ms, time) => ms + of(time), 0);

/** Lines that tell the slowest files, then each level, then what part of all time was start-up. */
export function reportTimes(times: readonly FileTime[], slowest: number): string[] {
  const inOrder = times.toSorted((one, other) => totalMs(other) - totalMs(one));
  const byLevel = [...Map.groupBy(times, ({ level }) => level)].toSorted(
    ([, some], [, others]) => sum(others, totalMs) - sum(some, totalMs),
  );
  const startUp = sum(times, ({ startUpMs }) => startUpMs);
  const all = sum(times, totalMs);
  return [
    `the slowest ${Math.min(slowest, times.length)} of ${times.length} files:`,
    ...inOrder
      .slice(0, slowest)
      .map(
        (time) =>
          `${seconds(totalMs(time)).padStart(9)}  ${time.file} (${time.tests} tests, start-up ${seconds(time.startUpMs)})`,
      ),
    'by level:',
    ...byLevel.map(
      ([level, some]) =>
        `${seconds(sum(some, totalMs)).padStart(9)}  ${level} (${sum(some, ({ tests }) => tests)} tests in ${some.length} files)`,
    ),
    `start-up: ${seconds(startUp)} of ${seconds(all)}, ${((100 * startUp) / Math.max(all, 1)).toFixed(0)} %`,
  ];
}
