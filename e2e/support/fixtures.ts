// oxlint-disable no-empty-pattern -- Playwright reads the names of a pattern, even of an empty one
import { writeFile } from 'node:fs/promises';
import { test as base, type Page } from '@playwright/test';
import { me } from '@pontual/contract/identity/auth.ts';
import { call, connectInstagram, createTestUser, type TestUser } from './api.ts';
import { createPicture } from './pictures.ts';
import { createVideo } from './videos.ts';
import { connectSandbox, type Sandbox } from './sandbox.ts';
import { startStack, type Stack } from './stack.ts';

interface WorkerFixtures {
  stack: Stack;
  sandbox: Sandbox;
  /** Closes a server after all pages: a service worker that cannot fetch its script logs an error. */
  closeAfterPages: <Server extends { close: () => void }>(server: Server) => Server;
}

interface TestFixtures {
  serverLog: undefined;
  /** Accepts a browser error that matches; every other browser error fails the test. */
  tolerate: (complaint: RegExp) => void;
  newUser: () => Promise<TestUser>;
  user: TestUser;
  /** The sandbox account to connect; one of the two may not search for locations. */
  instagram: 'atelie.barro' | 'cafe.serra';
  connectedUser: TestUser;
  /** A unique caption, because all tests share the accounts of the sandbox. */
  caption: string;
  pictureFile: (name: string, size?: { width: number; height: number }) => Promise<string>;
  videoFile: (name: string) => Promise<string>;
}

/** Errors of pages and service workers that have lost their connection. */
export const CONNECTION_ERROR = /net::ERR_|An unknown error occurred when fetching the script/;

/** The Playwright recorder causes this error for a picture that the browser could not read. */
const TRACING_ERROR = /^Connecting to 'blob:/;

const MISSING_PAGE_ERROR = /404 .*\/nao-existe$/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sandbox: [({ stack }, use) => use(connectSandbox(stack.sandboxUrl)), { scope: 'worker' }],
  closeAfterPages: [
    async ({}, use) => {
      const servers: { close: () => void }[] = [];
      await use((server) => {
        servers.push(server);
        return server;
      });
      for (const server of servers) server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ stack }, use) => use(stack.url),

  tolerate: [
    async ({ context }, use) => {
      const tolerated = [TRACING_ERROR, MISSING_PAGE_ERROR];
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error')
          complaints.push(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (failure) => complaints.push(String(failure.error())));
      await use((complaint) => tolerated.push(complaint));
      const unexpected = complaints.filter(
        (complaint) => !tolerated.some((pattern) => pattern.test(complaint)),
      );
      base.expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],

  serverLog: [
    async ({ stack }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('server log', { body: stack.output() });
    },
    { auto: true },
  ],

  newUser: ({ stack }, use) => use(() => createTestUser(stack)),

  user: async ({ page, stack, newUser }, use) => {
    const account = await newUser();
    await logIn(page, stack, account);
    await use(account);
  },

  instagram: ['atelie.barro', { option: true }],
  connectedUser: async ({ page, stack, newUser, instagram }, use) => {
    const account = await newUser();
    await connectInstagram(stack.url, account.token, instagram);
    const { user } = await call(stack.url, me, { token: account.token });
    const connected = { ...account, user };
    await logIn(page, stack, connected);
    await use(connected);
  },

  caption: ({}, use, testInfo) => use(`Fornada de ${testInfo.testId} ${Date.now()} #barro`),

  pictureFile: ({}, use, testInfo) =>
    use(async (name, size) => {
      const path = testInfo.outputPath(name);
      await writeFile(path, await createPicture(size));
      return path;
    }),

  videoFile: ({}, use, testInfo) =>
    use(async (name) => {
      const path = testInfo.outputPath(name);
      await writeFile(path, await createVideo());
      return path;
    }),
});

export const { expect } = test;

/** Changes to its clock, its accounts or the users of its sandbox affect no other test. */
export const withOwnStack = (settings: Record<string, string> = {}) =>
  test.extend<object, Pick<WorkerFixtures, 'stack'>>({
    stack: [
      async ({}, use) => {
        const stack = await startStack(settings);
        await use(stack);
        await stack.stop();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });

/** Options of `test.use` for a browser whose user does not request reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Stores the session as the web application does (web/src/api/session-store.ts). */
export async function logIn(
  page: Page,
  { url }: Pick<Stack, 'url'>,
  { token, user }: TestUser,
): Promise<void> {
  const localStorage = [
    { name: 'pontual.token', value: token },
    { name: 'pontual.user', value: JSON.stringify(user) },
  ];
  await page.context().setStorageState({ cookies: [], origins: [{ origin: url, localStorage }] });
}
