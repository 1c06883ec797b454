import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { twoFreePorts } from '@pontual/e2e/support/free-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `node start.js --server` with these variables, which is `npm start` without building the web. */
async function start(variables: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-start-'));
  const [port, sandboxPort] = await twoFreePorts();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'start.js', '--server'],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        PORT: port,
        SANDBOX_PORT: sandboxPort,
        DATA_DIR: dataDir,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += String(chunk)));
  }
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return { child, port, sandboxPort, dataDir, ended, output: () => output };
}

async function readRefusal(variables: Record<string, string>): Promise<string> {
  const { child, ended, output } = await start(variables);
  await ended;
  expect(child.exitCode).toBe(1);
  expect(output()).toMatch(/^[^\n]+\n$/);
  return output().trim();
}

const REQUIRED_VARIABLES = {
  META_APP_ID: '412345678901234',
  META_APP_SECRET: 'a-secret-of-meta',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://user:password@mail.example:465',
};

test.each([
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
])(
  'refuses a start with %s alone, because the sandbox does not run with real credentials',
  async (name) => {
    const said = await readRefusal({ [name]: 'a-real-one' });
    expect(said).toContain(`on this machine alone and ${name} is set, so set what is missing: `);
    for (const needed of ['META_APP_ID', 'GOOGLE_CLIENT_ID', 'STRIPE_SECRET_KEY', 'SMTP_URL']) {
      expect(said.includes(` ${needed}`)).toBe(true);
    }
    expect(said).not.toContain('META_APP_ID=none');
  },
);

test('names a missing service and how to start without it', async () => {
  const PUBLIC_URL = 'https://pontual.example';
  expect(await readRefusal({ ...REQUIRED_VARIABLES, HOST: '0.0.0.0', PUBLIC_URL })).toBe(
    'The sandbox is for trying Pontual out on this machine alone and META_APP_ID is set, so set what is missing: GOOGLE_CLIENT_ID (GOOGLE_CLIENT_ID=none: to go without).',
  );
  const { META_APP_ID: _, ...others } = REQUIRED_VARIABLES;
  expect(await readRefusal({ ...others, GOOGLE_CLIENT_ID: 'none' })).toBe(
    'The sandbox is for trying Pontual out on this machine alone and META_APP_SECRET is set, so set what is missing: META_APP_ID.',
  );
});

test.each([
  ['PUBLIC_URL', 'https://pontual.example'],
  ['PUBLIC_URL', 'http://192.168.0.7:3000'],
  ['PUBLIC_URL', 'http://0.0.0.0:3000'],
  ['PUBLIC_URL', 'http://localhost.pontual.example'],
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '192.168.0.7'],
])('refuses a start with %s=%s if it needs the sandbox', async (name, value) => {
  expect(await readRefusal({ [name]: value })).toContain(`${name}=${value} is`);
});

test.each([
  ['DATABASE_URL', 'postgres://pontual:a-password@db.example/pontual'],
  ['DATABASE_URL', 'postgres://pontual:a-password@localhost/pontual?host=db.example'],
  ['SMTP_URL', 'smtps://user:a-password@mail.example:465'],
  ['SMTP_URL', 'smtp://127.0.0.1.mail.example'],
])('refuses a start with %s=%s beside the sandbox', async (name, value) => {
  const said = await readRefusal({ [name]: value });
  expect(said).toContain(`on this machine alone and ${name} leads to another machine, so set `);
  expect(said).not.toContain('a-password');
});

test('does not trust a foreign server at the port of the sandbox', async () => {
  const requests: string[] = [];
  const stranger = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(JSON.stringify({ sandbox: 'pontual', META_GRAPH_URL: 'http://evil.example' }));
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => {
    stranger.closeAllConnections();
    stranger.close();
  });
  const address = stranger.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { child, ended, output } = await start({ SANDBOX_PORT: port });
  await ended;
  expect(child.exitCode).toBe(1);
  expect(output()).toContain(`sandbox: port ${port} is taken; set SANDBOX_PORT`);
  expect(requests).toEqual([]);
});

/** The user that runs PostgreSQL reads its programs and settings; neither contains anything of users. */
const PUBLIC_FILE = /^postgres(?:-folder)?(?:\/(?:postgresql-[^/]+(?:\/.*)?|[^/]+\.conf))?$/;

async function findOpenFiles(folder: string): Promise<string[]> {
  const open: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isSymbolicLink() || PUBLIC_FILE.test(name)) continue;
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return open;
}

async function saveDraftWithPhoto(url: string): Promise<void> {
  const json = { email: 'ana@exemplo.com.br', password: 'Senha123' };
  const call = async (path: string, body: object | FormData, token = '') => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as { data: { token?: string } };
  };
  await call('/auth/register', json);
  const { data } = await call('/auth/login', json);
  const form = new FormData();
  const create = { width: 400, height: 400, channels: 3, background: '#c0392b' } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  form.append('media', new Blob([new Uint8Array(photo)]), 'foto.jpg');
  await call('/schedule/draft', form, `Bearer ${data.token}`);
}

test('stores media, emails and backups for the user of the product only', async () => {
  const { child, port, dataDir, ended } = await start({});
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  await saveDraftWithPhoto(url);
  const backup = spawn(process.execPath, ['start.js', '--backup'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  expect(await once(backup, 'exit')).toEqual([0, null]);
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => /^backups\/.*\/media\/..\/./.test(name))).not.toEqual([]);
  expect(names).toContain('sandbox.sqlite');
  expect(await findOpenFiles(dataDir)).toEqual([]);
  child.kill('SIGTERM');
  await ended;
});

function isAnswering(host: string, port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function startSilentDatabase(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `postgres://pontual:a-password@127.0.0.1:${port}/pontual`;
}

function sandboxEnvironment({ pid }: ChildProcess): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const sandbox = children.find((id) =>
    readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(join('sandbox', 'src', 'main.ts')),
  );
  return readFileSync(`/proc/${sandbox}/environ`, 'utf8').split('\0').filter(Boolean);
}

async function startWithSandbox(secrets: Record<string, string> = {}) {
  const started = await start({ DATABASE_URL: await startSilentDatabase(), ...secrets });
  const mailServer = () =>
    fetch(`http://127.0.0.1:${started.sandboxPort}/_sandbox/services`).then(
      async (services) => ((await services.json()) as { SMTP_URL: string }).SMTP_URL,
      () => '',
    );
  // However slow the machine is, no limit but that of the test ends a start.
  await expect.poll(mailServer, { timeout: 60_000 }).toMatch(/^smtp:/);
  return { ...started, smtpPort: new URL(await mailServer()).port };
}

test('uses a local mail server beside the sandbox', async () => {
  const { child } = await startWithSandbox({ SMTP_URL: 'smtp://user:password@localhost:1025' });
  expect(child.exitCode).toBeNull();
});

test('starts a sandbox of its own on the loopback address if nothing is set', async () => {
  const { child, port, sandboxPort, smtpPort, ended } = await startWithSandbox();
  for (const open of [sandboxPort, smtpPort]) {
    expect(await isAnswering('127.0.0.1', open)).toBe(true);
    expect(await isAnswering('127.0.0.2', open)).toBe(false);
  }
  const settings = await fetch(`http://127.0.0.1:${sandboxPort}/_sandbox/settings`);
  expect(await settings.json()).toMatchObject({
    appUrl: `http://localhost:${port}`,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
  });
  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => isAnswering('127.0.0.1', sandboxPort)).toBe(false);
});

// Linux exposes the environment of a process.
if (process.platform === 'linux') {
  test('gives the sandbox no secret and no variable that it does not need', async () => {
    const { child } = await startWithSandbox({
      SECRET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      METRICS_TOKEN: 'a-token-for-prometheus',
      GITHUB_TOKEN: 'a-token-of-somebody',
      GOOGLE_CLIENT_ID: 'none',
    });
    const names = sandboxEnvironment(child).map((line) => line.slice(0, line.indexOf('=')));
    expect(names).toEqual(expect.arrayContaining(['PATH', 'PORT', 'SANDBOX_STATE']));
    expect(
      names.filter((name) => !/^(?:PATH|PORT|SANDBOX_\w+|NODE_CHANNEL_\w+)$/.test(name)),
    ).toEqual([]);
  });
}
