// `npm run fuzz -- --inputs 50000 --seed 1`: sends requests generated from the contract to the real server
// and fails if one is answered with an unexpected error. `npm test` does the same with 600.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
});
if (!(Number(values.inputs) >= 1)) throw new Error('--inputs is a number, 1 or more');
if (!Number.isSafeInteger(Number(values.seed))) throw new Error('--seed is a whole number');

const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project=server',
    'composition/fuzz.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_INPUTS: values.inputs, FUZZ_SEED: values.seed },
  },
);
child.once('exit', (code) => process.exit(code ?? 1));
