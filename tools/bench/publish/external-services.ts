import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { systemClock } from '@pontual/server/platform/clock.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { createGraph } from '@pontual/server/instagram/graph/graph.ts';
import { createInstagramPublishing } from '@pontual/server/instagram/graph/publishing.ts';
import { createCallLimiter } from '@pontual/server/instagram/graph/call-limiter.ts';
import { createSandboxControl } from '@pontual/server/testing/sandbox-control.ts';
import { aVideo } from '@pontual/server/testing/videos.ts';
import type { PlannedPost } from './scenarios.ts';

const RESPONSE_DELAY_MS = 50;
const CONCURRENCY = 20;

export interface FakeAccount {
  ig_user_id: string;
  username: string;
  user_id: string;
  user_access_token: string;
  page_id: string;
  page_access_token: string;
}

export interface ReadyPost extends PlannedPost {
  id: string;
  caption: string;
  graphId: string;
  igUserId: string;
  login: 'facebook';
  grantedScopes: null;
  token: string;
}

export type ExternalServices = Awaited<ReturnType<typeof startExternalServices>>;

export async function startExternalServices() {
  const sandbox = await startSandboxProcess();
  const files = await serveFiles();
  const control = createSandboxControl(sandbox.url);
  const { services } = sandbox;
  const graph = createGraph(
    {
      graphUrl: services['META_GRAPH_URL'] ?? '',
      version: 'v25.0',
      appId: services['META_APP_ID'] ?? '',
      appSecret: services['META_APP_SECRET'] ?? '',
    },
    { clock: systemClock },
  );
  const publishing = createInstagramPublishing(graph, createCallLimiter());

  async function createAccount(index: number): Promise<FakeAccount> {
    const response = await fetch(`${sandbox.url}/_sandbox/instagram/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `bench.${index}` }),
    });
    return response.json() as Promise<FakeAccount>; // the sandbox guarantees the shape
  }

  async function createContainer(
    account: Pick<ReadyPost, 'igUserId' | 'login' | 'token' | 'grantedScopes'>,
    type: MediaType,
    caption: string,
  ): Promise<string> {
    const create = (params: Record<string, string>) => publishing.createContainer(account, params);
    switch (type) {
      case 'IMAGE':
        return create({ image_url: files.image, caption });
      case 'VIDEO':
      case 'REELS':
        return create({ media_type: 'REELS', video_url: files.video, caption });
      case 'STORIES':
        return create({ media_type: 'STORIES', image_url: files.image });
      case 'CAROUSEL': {
        const child = { image_url: files.image, is_carousel_item: 'true' };
        const children = [await create(child), await create(child)].join();
        return create({ media_type: 'CAROUSEL', children, caption });
      }
    }
  }

  return {
    services,
    control,
    async prepare(
      accountCount: number,
      plannedPosts: readonly PlannedPost[],
      answerMs = RESPONSE_DELAY_MS,
    ) {
      await control.reset();
      const highLimits = { quotaTotal: 1_000_000, containersTotal: 1_000_000 };
      await control.settings({
        ...highLimits,
        logCalls: false,
        processingMs: { image: 0, video: 0 },
      });
      const indexes = Array.from({ length: accountCount }, (_, index) => index);
      const accounts = await inParallel(indexes, createAccount);
      const posts = await inParallel(plannedPosts, async (planned): Promise<ReadyPost> => {
        const account = accounts[planned.account];
        if (account === undefined) throw new Error('a post of no account');
        const { ig_user_id: igUserId, page_access_token: token } = account;
        const credentials = { igUserId, login: 'facebook', token, grantedScopes: null } as const;
        const id = newId();
        // A unique caption: posts with equal captions are published one after the other.
        const caption = `Post ${id}`;
        const graphId = await createContainer(credentials, planned.type, caption);
        return { ...planned, ...credentials, id, caption, graphId };
      });
      // Videos are processed in the background; a publish call before the end is refused.
      const videos = posts.filter(({ type }) => type === 'VIDEO' || type === 'REELS');
      await inParallel(videos, async (post) => {
        const account = { ...post, userToken: post.token };
        while ((await publishing.containerStatus(account, post.graphId)).state !== 'finished') {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
      await control.settings({ answerMs });
      return { accounts, posts };
    },
    async close(): Promise<void> {
      files.close();
      await sandbox.close();
    },
  };
}

async function startSandboxProcess() {
  const child = fork(new URL('../../../sandbox/src/main.ts', import.meta.url), {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_STATE: '', SANDBOX_LOG: '' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const started = await new Promise<{ url: string; services: Record<string, string> }>(
    (resolve, reject) => {
      child.once('message', (message: { url: string; services: Record<string, string> }) =>
        resolve(message),
      );
      child.once('exit', () => reject(new Error('the sandbox did not start')));
    },
  );
  return {
    ...started,
    close: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function serveFiles() {
  const image = await sharp({
    create: { width: 320, height: 320, channels: 3, background: '#888' },
  })
    .jpeg()
    .toBuffer();
  const video = Buffer.from(await (await aVideo()).arrayBuffer());
  const server = createServer((request, response) => {
    const isVideo = request.url === '/video.mp4';
    const body = isVideo ? video : image;
    response.writeHead(200, {
      'content-type': isVideo ? 'video/mp4' : 'image/jpeg',
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    image: `${base}/image.jpg`,
    video: `${base}/video.mp4`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function inParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await run(items[index] as T); // the index is in range
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}
