import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { getLevel, type FileTime } from './times.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A reporter for Vitest that writes the time of each file to the JSON file of `VITEST_TIMES_FILE`. */
// oxlint-disable-next-line import/no-default-export -- Vitest demands one
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { VITEST_TIMES_FILE: path } = process.env;
    if (path === undefined) return;
    writeFileSync(path, JSON.stringify(modules.map(toFileTime)));
  }
}

function toFileTime(module: TestModule): FileTime {
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests()];
  const testsMs = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const aroundMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
  // The duration of a file includes its shared setup.
  const startUpMs = aroundMs + Math.max(0, duration - testsMs);
  return { file, level: getLevel(file), tests: tests.length, testsMs, startUpMs };
}
