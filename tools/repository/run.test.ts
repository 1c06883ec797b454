import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const runner = join(root, 'run.js');
const folder = mkdtempSync(join(tmpdir(), 'pontual-run-test-'));
const script = join(folder, 'script.js');
const asNode20 = ['--import', join(folder, 'node-20.mjs')];

beforeAll(() => {
  writeFileSync(
    join(folder, 'node-20.mjs'),
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } });",
  );
  writeFileSync(
    script,
    `console.log(JSON.stringify({ node: process.versions.node, args: process.argv.slice(1) }));
    if (process.argv[2] === 'wait') setInterval(() => {}, 1000);
    else process.exitCode = 7;`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['the same process on a new Node', []],
  ['the installed Node on an old one', asNode20],
])('run.js runs a script with its arguments in %s', (_, options) => {
  const ended = spawnSync(process.execPath, [...options, runner, script, '--to', 'a b'], {
    encoding: 'utf8',
  });

  expect(JSON.parse(ended.stdout)).toEqual({
    node: expect.stringMatching(/^(2[4-9]|[3-9]\d)\./),
    args: [script, '--to', 'a b'],
  });
  expect(ended.status).toBe(7);
});

test.each(['SIGTERM', 'SIGINT'] as const)('run.js on an old Node forwards %s', async (signal) => {
  const child = spawn(process.execPath, [...asNode20, runner, script, 'wait'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill(signal);

  expect(await once(child, 'exit')).toEqual([null, signal]);
});

test('run.js on an old Node explains what to do if npm installed no other Node', () => {
  const copy = join(folder, 'run.js');
  copyFileSync(runner, copy);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

  const ended = spawnSync(process.execPath, [...asNode20, copy, script], { encoding: 'utf8' });

  expect(ended.stderr).toMatch(/runs on Node 24 or newer; this is 20\.19\.2\.\n.*npm ci/s);
  expect(ended.status).toBe(1);
});

test('every npm script that needs Node 24 starts with run.js', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const others = Object.keys(scripts).filter(
    (name) => !/^(exec )?node run\.js /.test(scripts[name] ?? ''),
  );

  expect(others).toEqual(['format']);
});
