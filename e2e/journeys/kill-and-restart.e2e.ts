import { expect, test as base } from '@playwright/test';
import {
  connectInstagram,
  createTestUser,
  fetchPosts,
  schedule,
  type TestUser,
} from '../support/api.ts';
import { createPicture } from '../support/pictures.ts';
import { connectSandbox, type Sandbox } from '../support/sandbox.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** Each test has its own stack, because the tests kill it. No browser is needed. */
const test = base.extend<{ stack: Stack; sandbox: Sandbox; account: TestUser }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a pattern, even of an empty one
  stack: async ({}, use) => {
    const stack = await startStack();
    await use(stack);
    await stack.stop();
  },
  sandbox: ({ stack }, use) => use(connectSandbox(stack.sandboxUrl)),
  account: async ({ stack }, use) => {
    const account = await createTestUser(stack);
    await connectInstagram(stack.url, account.token);
    await use(account);
  },
});

/** In ms; longer than the lease of a dead worker and the quiescence after an unknown outcome. */
const ENGINE_MS = 120_000;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function scheduleOne(stack: Stack, { token }: TestUser, caption: string, when: Date) {
  const picture = await createPicture();
  return schedule(stack.url, token, { caption, scheduledTime: when, picture });
}

async function findOnlyPost(stack: Stack, { token }: TestUser, caption: string) {
  const posts = await fetchPosts(stack.url, token);
  return posts.find((post) => post.caption === caption);
}

async function expectLaterPostPublished(
  stack: Stack,
  sandbox: Sandbox,
  account: TestUser,
): Promise<void> {
  const caption = 'E a vida segue';
  await scheduleOne(stack, account, caption, inSeconds(6));
  await expect.poll(() => sandbox.findPublished(caption), { timeout: ENGINE_MS }).toHaveLength(1);
}

async function waitUntilPublished(stack: Stack, account: TestUser, caption: string): Promise<void> {
  await expect
    .poll(async () => (await findOnlyPost(stack, account, caption))?.status, { timeout: ENGINE_MS })
    .toBe('published');
}

test('a server that is down at the due time publishes once after it restarts', async ({
  stack,
  sandbox,
  account,
}) => {
  const caption = 'Fornada da meia-noite';
  const hour = inSeconds(8);
  await scheduleOne(stack, account, caption, hour);
  await stack.kill9();
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(hour.getTime() + 1000);
  await stack.start();

  await waitUntilPublished(stack, account, caption);
  await expectLaterPostPublished(stack, sandbox, account);
  expect(await sandbox.findPublished(caption)).toHaveLength(1);
  await test.step('a server that is stopped by Ctrl-C loses no post', async () => {
    const later = 'Amanhã cedo';
    await scheduleOne(stack, account, later, inSeconds(3600));
    expect(await stack.interrupt()).toBe(0);
    await stack.start();
    expect((await findOnlyPost(stack, account, later))?.status).toBe('scheduled');
  });
});

test('a server that is killed after the preparation publishes once and on time', async ({
  stack,
  sandbox,
  account,
}) => {
  const caption = 'Canecas prontas';
  // A busy machine has enough time to restart before the due time.
  const hour = inSeconds(40);
  await scheduleOne(stack, account, caption, hour);
  await expect
    .poll(async () => (await findOnlyPost(stack, account, caption))?.ready, { timeout: 60_000 })
    .toBe(true);
  await stack.kill9();
  await stack.start();
  expect(Date.now(), 'restarted before the hour').toBeLessThan(hour.getTime());

  await waitUntilPublished(stack, account, caption);
  const calls = await sandbox.listCalls();
  const publishing = calls.filter(
    ({ path, method }) => method === 'POST' && path.endsWith('/media_publish'),
  );
  expect(publishing).toHaveLength(1);
  const late = (publishing[0]?.time ?? 0) - hour.getTime();
  expect(late).toBeGreaterThanOrEqual(0);
  // The post goes out within its minute, as the status page counts. The benchmark measures the delay in ms.
  expect(late).toBeLessThan(60_000);
  await expectLaterPostPublished(stack, sandbox, account);
  expect(await sandbox.findPublished(caption)).toHaveLength(1);
});

test('a server that is killed before it receives the response reconciles and does not publish again', async ({
  stack,
  sandbox,
  account,
}) => {
  const caption = 'Resposta que não chegou';
  await sandbox.armFault({ service: 'instagram', step: 'publish', fault: 'slow', delayMs: 30_000 });
  await scheduleOne(stack, account, caption, inSeconds(8));
  await expect.poll(() => sandbox.findPublished(caption), { timeout: 60_000 }).toHaveLength(1);
  expect((await findOnlyPost(stack, account, caption))?.status).not.toBe('published');
  await stack.kill9();
  await stack.start();

  await waitUntilPublished(stack, account, caption);
  await expectLaterPostPublished(stack, sandbox, account);
  expect(await sandbox.findPublished(caption)).toHaveLength(1);
});
