// Starts everything: `npm start`. Plain JavaScript, so that a Node too old to strip types can still
// say what is missing.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const isDev = process.argv.includes('--dev');
/** Web, server and sandbox: what `npm start` means. */
const isWhole = !isDev && !process.argv.includes('--server');

function stop(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  stop(
    `Pontual runs on Node 24 or newer; this is ${process.versions.node}. Run it with: npm start`,
  );
}

function checkInstalled() {
  if (!existsSync(join(root, 'node_modules', 'fastify'))) {
    stop('Nothing is installed yet. Run: npm ci');
  }
}

/** Settings of a `.env` beside this file count where the environment says nothing; empty is unset. */
function readSettings() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') delete process.env[name];
  }
  process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, '.data'));
  try {
    mkdirSync(process.env.DATA_DIR, { recursive: true, mode: 0o700 });
  } catch (error) {
    stop(`DATA_DIR cannot be used: ${error.message}`);
  }
}

/**
 * A web process takes a little more CPU and a third less memory: uploads leave garbage outside of
 * JavaScript's own memory, which goes when the young generation is cleaned, and a small one is
 * cleaned often; what outlives it may grow by a quarter before it is looked through. The worker
 * does better with the usual flags, and so does whoever is both (docs/figures.md).
 */
const WEB_FLAGS = ['--max-semi-space-size=1', '--heap-growing-percent=25', '--optimize-for-size'];
/** What threads free goes back to all: of several places to take from, each keeps its own. */
const WEB_ENV = { MALLOC_ARENA_MAX: '1' };

/** Flags count from the start only: the process becomes the same one with them. */
function takeFlags() {
  if (process.env.ROLE !== 'web' || process.execArgv.includes(WEB_FLAGS[0])) return;
  const args = [process.execPath, ...WEB_FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  // Windows cannot: there it takes more memory.
  if (process.platform === 'win32') return;
  process.execve(process.execPath, args, { ...WEB_ENV, ...process.env });
}

/** What was compiled once is read by later starts: they take less time and memory. */
const keepCompiled = () => nodeModule.enableCompileCache(join(process.env.DATA_DIR, 'compiled'));

/** The main variable of each outside service. Where it is missing, the sandbox simulates the service. */
const SERVICES = {
  META: 'META_APP_ID',
  GOOGLE: 'GOOGLE_CLIENT_ID',
  STRIPE: 'STRIPE_SECRET_KEY',
  SMTP: 'SMTP_URL',
  VAPID: 'VAPID_PUBLIC_KEY',
};

/** As the value of such a variable: this installation runs without the service, and nothing simulates it. */
const NONE = 'none';
/** Instagram: without it there is nothing to publish to, so it cannot be `none`. */
const REQUIRED_SERVICE = 'META_APP_ID';

/**
 * Credentials of real services. The sandbox lets anybody log in as anybody and shows all mail, so it never
 * runs beside them.
 */
const CREDENTIALS = [
  'META_APP_ID',
  'META_APP_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** Why the sandbox must not run with these settings; undefined when it may. */
async function whySandboxIsRefused() {
  const { HOST, PUBLIC_URL, SMTP_URL, DATABASE_URL } = process.env;
  const { isLoopback, isLoopbackHost } =
    await import('./server/src/platform/http/public-address.ts');
  const { isRemoteDatabase } = await import('./server/src/platform/database/is-remote.ts');
  // False for what is no URL: the server refuses to start with it.
  const isElsewhere = (url) => URL.canParse(url ?? '') && !isLoopback(url);
  const credential = CREDENTIALS.find((name) => ![undefined, NONE].includes(process.env[name]));
  if (credential !== undefined) return `${credential} is set`;
  if (isElsewhere(SMTP_URL)) return 'SMTP_URL leads to another machine';
  if (DATABASE_URL !== undefined && isRemoteDatabase(DATABASE_URL)) {
    return 'DATABASE_URL leads to another machine';
  }
  if (HOST !== undefined && !isLoopbackHost(HOST)) return `HOST=${HOST} is open to other machines`;
  return isElsewhere(PUBLIC_URL) ? `PUBLIC_URL=${PUBLIC_URL} is a public address` : undefined;
}

/** The outside services that lack credentials, which the sandbox therefore simulates. */
async function simulatedServices() {
  if (process.env.SANDBOX === 'off') return [];
  const simulated = Object.keys(SERVICES).filter((service) => !process.env[SERVICES[service]]);
  // Browsers bring their own push service, so missing push keys alone start no sandbox.
  const missing = simulated.filter((service) => service !== 'VAPID').map((name) => SERVICES[name]);
  if (missing.length === 0) return [];
  const reason = await whySandboxIsRefused();
  if (reason !== undefined) {
    const others = missing
      .filter((name) => name !== REQUIRED_SERVICE)
      .map((name) => `${name}=${NONE}`);
    const orNone = others.length === 0 ? '' : ` (${others.join(', ')}: to go without)`;
    stop(
      `The sandbox is for trying Pontual out on this machine alone and ${reason}, so set what is missing: ${missing.join(', ')}${orNone}.`,
    );
  }
  return simulated;
}

/** The web with hot reload at PORT, and behind it the server, restarted when its code changes. */
function startDevelopment() {
  const port = Number(process.env.PORT ?? 3000);
  const apiPort = String(port + 2);
  const node = (args, env) =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: join(root, 'web'),
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
  const publicUrl = `http://localhost:${port}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const children = [
    node(['--watch', join(root, 'start.js'), '--server'], { PORT: apiPort, PUBLIC_URL: publicUrl }),
    node([vite, '--port', String(port), '--strictPort'], {
      API_ORIGIN: `http://127.0.0.1:${apiPort}`,
    }),
  ];
  for (const child of children) {
    child.once('exit', (code) => {
      if (code !== null) stop('A part of the development server has ended; see above.');
    });
  }
  const close = async () => {
    children.forEach((child) => child.kill());
    return true;
  };
  return { url: publicUrl, close };
}

async function startProduct(loading, webBuilt) {
  const { startServer, StartError } = await loading;
  return startServer(process.env, webBuilt).catch((error) =>
    stop(error instanceof StartError ? error.message : error),
  );
}

/** What is done once, beside a product that runs or while it stands still. */
const COMMANDS = {
  '--rotate-keys': async () => (await import('./server/src/operations/rotate-keys.ts')).rotateKeys,
  '--messages': async () =>
    (await import('./server/src/operations/support/list-messages.ts')).listMessages,
  '--backup': async () => (await import('./server/src/operations/backup/commands.ts')).backup,
  '--restore': async () => (await import('./server/src/operations/backup/commands.ts')).restore,
  '--move-to-postgres': async () =>
    (await import('./server/src/operations/backup/commands.ts')).moveToPostgres,
};

/** `npm run backup` and its like: says in one line what came of it. */
async function runCommand(load, args) {
  const command = await load();
  const { message, isComplete } = await command(process.env, args).catch((error) =>
    stop(error.message),
  );
  console.log(message);
  process.exit(isComplete ? 0 : 1);
}

/** A second signal ends the process at once; within this time it is the first one, sent twice. */
const SAME_SIGNAL_MS = 1000;

async function main() {
  checkNode();
  checkInstalled();
  readSettings();
  const [name, ...args] = process.argv.slice(2);
  if (name in COMMANDS) await runCommand(COMMANDS[name], args);
  takeFlags();
  keepCompiled();
  const simulated = await simulatedServices();
  // Imported here because the image contains neither.
  const { buildIfChanged } = isWhole ? await import('./web/build/build-changed.ts') : {};
  const { startSandboxProcess } =
    simulated.length > 0 ? await import('./sandbox/src/platform/child-process.ts') : {};
  const webBuilt = buildIfChanged?.() ?? Promise.resolve(async () => {});
  // startServer reports a build that failed; without this, Node would end the process first.
  webBuilt.catch(() => undefined);
  // The sandbox ends with this process.
  const sandboxStarted = startSandboxProcess?.(process.env, stop);
  // The server's code loads while the sandbox starts; this process would only wait for it.
  const loading = isDev ? undefined : import('./server/src/composition/main.ts');
  const sandbox = await sandboxStarted;
  for (const [name, value] of Object.entries(sandbox?.services ?? {})) {
    // The variables of the other services stay as the operator set them.
    if (simulated.some((service) => name.startsWith(`${service}_`))) process.env[name] = value;
  }

  const starting = isDev ? startDevelopment() : startProduct(loading, webBuilt);
  let isReady = false;
  let finishing;
  let closingSince;
  const close = async () => {
    // At Ctrl-C the terminal signals this process, and npm signals it again.
    if (performance.now() - closingSince < SAME_SIGNAL_MS) return;
    // A second signal, or nothing runs yet that would outlive this process.
    const isAgain = closingSince !== undefined;
    if (isAgain || (!isReady && process.env.DATABASE_URL !== undefined)) process.exit(1);
    closingSince = performance.now();
    const running = await starting;
    const isWhole = await running.close().catch((error) => {
      console.error(error);
      return false;
    });
    // If the build were cut off, the next start would build everything anew.
    await finishing;
    sandbox?.close();
    process.exit(isWhole ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void close());

  const server = await starting;
  if (closingSince !== undefined) return;
  isReady = true;
  const world = sandbox === undefined ? '' : `, sandbox at ${sandbox.url}`;
  if (!process.argv.includes('--server')) console.log(`Pontual is ready at ${server.url}${world}`);

  finishing = webBuilt.then((finish) => finish()).catch((error) => console.error(error.message));
  // Whoever kills us later ends nothing that the next start could have used.
  nodeModule.flushCompileCache();
}

await main();
