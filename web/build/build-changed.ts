import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HASH_FILE = join(ROOT, 'web', 'dist', '.build-hash');

const INPUTS = [
  'package-lock.json',
  'contract/src',
  'web/build',
  'web/index.html',
  'web/offline.html',
  'web/public',
  'web/src',
  'web/vite.config.ts',
];

/**
 * Resolves once the build can be served, to a function that starts the brotli compression and waits for it.
 * @throws Error with the line to show
 */
export async function buildIfChanged(): Promise<() => Promise<void>> {
  const hash = createHash('sha256');
  for (const path of INPUTS) addFiles(hash, path);
  const inputHash = hash.digest('hex');
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === inputHash) return async () => {};
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, BUILD_FOR_START: 'on' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const servable = once(build, 'message');
  const buildExit = once(build, 'exit').then(([code, signal]: unknown[]) => {
    if (typeof signal === 'string') {
      throw new Error(`The build of the web application was ended by ${signal}.`);
    }
    if (code !== 0) throw new Error('The web application could not be built; see above.');
    writeFileSync(HASH_FILE, inputHash);
  });
  await Promise.race([servable, buildExit]);
  // Prevents an unhandled rejection before it is awaited.
  buildExit.catch(() => undefined);
  return () => {
    if (build.connected) build.send('go on');
    return buildExit;
  };
}

function addFiles(hash: Hash, path: string): void {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).toSorted()) addFiles(hash, join(path, name));
  } else {
    hash.update(path).update('\0').update(readFileSync(full));
  }
}
