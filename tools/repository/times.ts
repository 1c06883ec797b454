export interface FileTime {
  /** Relative to the root of the repository. */
  file: string;
  level: string;
  tests: number;
  testsMs: number;
  /** Loading, hooks and everything else outside tests. */
  startUpMs: number;
}

const levels: readonly { level: string; pattern: RegExp }[] = [
  { level: 'museum', pattern: /^tools\/museum\// },
  { level: 'rules of the repository', pattern: /^tools\// },
  { level: 'journeys', pattern: /^e2e\/journeys\// },
  { level: 'components', pattern: /^web\/.*\.test\.tsx$/ },
  { level: 'rules of the web', pattern: /^web\// },
  { level: 'rules of the contract', pattern: /^contract\// },
  { level: 'sandbox', pattern: /^sandbox\// },
  { level: 'rules of the server', pattern: /^server\/.*\.rules\.test\.ts$/ },
  { level: 'server', pattern: /^server\// },
];

export const getLevel = (file: string): string =>
  levels.find(({ pattern }) => pattern.test(file))?.level ?? 'others';

const getTotalMs = ({ testsMs, startUpMs }: FileTime) => testsMs + startUpMs;
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const sumTimes = (times: readonly FileTime[], of: (time: FileTime) => number) =>
  times.reduce((ms, time) => ms + of(time), 0);

export function reportTimes(times: readonly FileTime[], slowest: number): string[] {
  const inOrder = times.toSorted((one, other) => getTotalMs(other) - getTotalMs(one));
  const byLevel = [...Map.groupBy(times, ({ level }) => level)].toSorted(
    ([, some], [, others]) => sumTimes(others, getTotalMs) - sumTimes(some, getTotalMs),
  );
  const startUp = sumTimes(times, ({ startUpMs }) => startUpMs);
  const all = sumTimes(times, getTotalMs);
  return [
    `the slowest ${Math.min(slowest, times.length)} of ${times.length} files:`,
    ...inOrder
      .slice(0, slowest)
      .map(
        (time) =>
          `${formatSeconds(getTotalMs(time)).padStart(9)}  ${time.file} (${time.tests} tests, start-up ${formatSeconds(time.startUpMs)})`,
      ),
    'by level:',
    ...byLevel.map(
      ([level, some]) =>
        `${formatSeconds(sumTimes(some, getTotalMs)).padStart(9)}  ${level} (${sumTimes(some, ({ tests }) => tests)} tests in ${some.length} files)`,
    ),
    `start-up: ${formatSeconds(startUp)} of ${formatSeconds(all)}, ${((100 * startUp) / Math.max(all, 1)).toFixed(0)} %`,
  ];
}
