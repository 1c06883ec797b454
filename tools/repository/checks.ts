import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatFailure, type Tally } from './results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Check {
  name: string;
  command: readonly [string, ...string[]];
}

const checks: readonly Check[] = [
  ...['contract', 'server', 'web', 'web/src/service-worker', 'sandbox', 'e2e', 'tools'].map(
    (workspace): Check => ({
      name: `types of ${workspace}`,
      command: ['tsc', '-p', workspace],
    }),
  ),
  // Import boundaries are rules of .oxlintrc.json.
  { name: 'lint and import boundaries', command: ['oxlint', '--type-aware'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused code', command: ['knip'] },
];

/** The rules of prose and of the repository, which the tests also run. */
export const rules: Check = {
  name: 'rules of writing and of the tree',
  command: [
    'vitest',
    'run',
    'tools/repository/safety.test.ts',
    'tools/repository/arrows.test.ts',
    'tools/repository/words.test.ts',
    'tools/repository/query-states.test.ts',
    'tools/repository/ceilings.test.ts',
    'tools/repository/dialogs.test.ts',
  ],
};

export async function runChecks(extraChecks: readonly Check[] = []): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, failures: [] };
  for (const { name, command } of [...checks, ...extraChecks]) {
    const start = performance.now();
    const { code, output } = await run(command);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (code === 0) tally.passed += 1;
    else {
      tally.failed += 1;
      tally.failures.push(formatFailure(name, output));
      console.log(output);
    }
  }
  return tally;
}

function run([command, ...args]: Check['command']): Promise<{ code: number; output: string }> {
  const child = spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
