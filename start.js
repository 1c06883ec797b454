// `npm start`. Plain JavaScript, so that a Node too old to strip types can report what is missing.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const isDev = process.argv.includes('--dev');
/** Whether to start web, server and sandbox, as `npm start` does. */
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

/** The environment takes precedence over `.env`; an empty variable is unset. */
function readSettings() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') delete process.env[name];
  }
  // Backups, media and the sandbox's emails are readable for the user of this process only.
  process.umask(0o077);
  process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, '.data'));
  try {
    mkdirSync(process.env.DATA_DIR, { recursive: true, mode: 0o700 });
  } catch (error) {
    stop(`DATA_DIR cannot be used: ${error.message}`);
  }
}

/**
 * They save a third of a web process's memory: a small young generation often frees the garbage of uploads
 * outside the JavaScript heap. The worker and ROLE=all do better with the default flags.
 */
const WEB_FLAGS = ['--max-semi-space-size=1', '--heap-growing-percent=25', '--optimize-for-size'];
/** With several malloc arenas, each one retains the memory that threads free. */
const WEB_ENV = { MALLOC_ARENA_MAX: '1' };

/** V8 reads these flags only at the start, so the process replaces itself with one that has them. */
function takeFlags() {
  if (process.env.ROLE !== 'web' || process.execArgv.includes(WEB_FLAGS[0])) return;
  const args = [process.execPath, ...WEB_FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  // Windows has no execve, so a web process there uses more memory.
  if (process.platform === 'win32') return;
  process.execve(process.execPath, args, { ...WEB_ENV, ...process.env });
}

/** Later starts reuse the compiled code, which saves time and memory. */
const keepCompiled = () => nodeModule.enableCompileCache(join(process.env.DATA_DIR, 'compiled'));

/** Where the variable is missing, the sandbox simulates the service. */
const SERVICES = {
  META: 'META_APP_ID',
  GOOGLE: 'GOOGLE_CLIENT_ID',
  STRIPE: 'STRIPE_SECRET_KEY',
  SMTP: 'SMTP_URL',
  VAPID: 'VAPID_PUBLIC_KEY',
};

/** A service with this value is off in this installation, and the sandbox does not simulate it. */
const NONE = 'none';
/** Instagram cannot be `none`: without it there is nothing to publish to. */
const REQUIRED_SERVICE = 'META_APP_ID';

/** The sandbox lets visitors log in as any user and shows all emails: it never runs beside these. */
const CREDENTIALS = [
  'META_APP_ID',
  'META_APP_SECRET',
  'INSTAGRAM_APP_ID',
  'INSTAGRAM_APP_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

async function whySandboxIsRefused() {
  const { HOST, PUBLIC_URL, SMTP_URL, DATABASE_URL } = process.env;
  const { isLoopback, isLoopbackHost } =
    await import('./server/src/platform/http/public-address.ts');
  const { isRemoteDatabase } = await import('./server/src/platform/database/is-remote.ts');
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

async function simulatedServices() {
  if (process.env.SANDBOX === 'off') return [];
  const simulated = Object.keys(SERVICES).filter((service) => !process.env[SERVICES[service]]);
  // Browsers use their own push service, so missing push keys alone start no sandbox.
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

/** Starts the web with hot reload at PORT, and behind it the server, which restarts when its code changes. */
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

const COMMANDS = {
  '--rotate-keys': async () => (await import('./server/src/operations/rotate-keys.ts')).rotateKeys,
  '--messages': async () =>
    (await import('./server/src/operations/support/list-messages.ts')).listMessages,
  '--backup': async () => (await import('./server/src/operations/backup/commands.ts')).backup,
  '--restore': async () => (await import('./server/src/operations/backup/commands.ts')).restore,
  '--move-to-postgres': async () =>
    (await import('./server/src/operations/backup/commands.ts')).moveToPostgres,
};

async function runCommand(load, args) {
  const command = await load();
  const { message, isComplete } = await command(process.env, args).catch((error) =>
    stop(error.message),
  );
  console.log(message);
  process.exit(isComplete ? 0 : 1);
}

/** A second signal ends the process at once; within this time it is a duplicate of the first. */
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
  // The image contains neither, so they are imported only where necessary.
  const { buildIfChanged } = isWhole ? await import('./web/build/build-changed.ts') : {};
  const { startSandboxProcess } =
    simulated.length > 0 ? await import('./sandbox/src/platform/child-process.ts') : {};
  const webBuilt = buildIfChanged?.() ?? Promise.resolve(async () => {});
  // startServer reports a failed build; without this handler, Node would end the process first.
  webBuilt.catch(() => undefined);
  const sandboxStarted = startSandboxProcess?.(process.env, stop);
  const loading = isDev ? undefined : import('./server/src/composition/main.ts');
  const sandbox = await sandboxStarted;
  for (const [name, value] of Object.entries(sandbox?.services ?? {})) {
    const service = name.startsWith('INSTAGRAM_') ? 'META' : name.split('_')[0];
    if (simulated.includes(service)) process.env[name] = value;
  }

  const starting = isDev ? startDevelopment() : startProduct(loading, webBuilt);
  let isReady = false;
  let finishing;
  let closingSince;
  const close = async () => {
    // At Ctrl-C the terminal signals this process, and npm signals it again.
    if (performance.now() - closingSince < SAME_SIGNAL_MS) return;
    // A second signal, or nothing runs yet that must stop gracefully.
    const isAgain = closingSince !== undefined;
    if (isAgain || (!isReady && process.env.DATABASE_URL !== undefined)) process.exit(1);
    closingSince = performance.now();
    const running = await starting;
    const isWhole = await running.close().catch((error) => {
      console.error(error);
      return false;
    });
    // An interrupted build would make the next start build everything again.
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
  nodeModule.flushCompileCache();
}

await main();
