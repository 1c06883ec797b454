import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataDirHeldError, lockDataDir } from './data-dir-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pontual-lock-'));
});
afterAll(() => rm(folder, { recursive: true }));

const module = new URL('data-dir-lock.ts', import.meta.url).href;

/** Opens the folder in another process, which then dies without a goodbye. */
async function openElsewhere(): Promise<string> {
  const script = `const { lockDataDir } = await import(${JSON.stringify(module)});
    try { lockDataDir(${JSON.stringify(folder)}); console.log('held'); process.kill(process.pid, 'SIGKILL'); }
    catch (error) { console.log(error.constructor.name); }`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return run.then(
    ({ stdout }) => stdout.trim(),
    (killed: { stdout: string }) => killed.stdout.trim(),
  );
}

test('one process holds the folder, a second is told', async () => {
  const lock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(DataDirHeldError);
  expect(await openElsewhere()).toBe('DataDirHeldError');
  lock.release();
});

test('a killed process holds it no longer', async () => {
  expect(await openElsewhere()).toBe('held');
  lockDataDir(folder).release();
});
