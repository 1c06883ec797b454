import { createServer } from 'node:http';
import type { UserTag } from '@pontual/contract/posts/posts.ts';
import { aPhoto } from './factories.ts';
import { freePort } from './free-port.ts';

interface LedgerMedium {
  id: string;
  ig_user_id: string;
  username: string;
  media_product_type: 'FEED' | 'REELS' | 'STORY';
  container_id: string;
  published_at_ms: number;
  caption: string | null;
  alt_text: string | null;
  location_id: string | null;
  user_tags: UserTag[];
  collaborators: string[];
  share_to_feed: boolean | null;
  thumb_offset: number | null;
  audio_name: string | null;
  bytes_sha256: string;
  children: {
    media_type: 'IMAGE' | 'VIDEO';
    bytes_sha256: string;
    alt_text: string | null;
    user_tags: UserTag[];
  }[];
}

interface Container {
  id: string;
  kind: 'image' | 'reel' | 'story' | 'carousel' | 'carousel-image' | 'carousel-video';
  state: string;
  published_as: string | null;
}

/** `url` is evaluated at each call. */
export function createExternalInstagram(url: () => string) {
  async function read<T>(path: string): Promise<T> {
    const response = await fetch(`${url()}/_sandbox/instagram/${path}`);
    return response.json() as Promise<T>; // the sandbox guarantees the shape
  }

  async function asOwner(username: string) {
    const login = await fetch(`${url()}/_sandbox/instagram/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    });
    const account = (await login.json()) as { ig_user_id: string; page_access_token: string };
    return async (
      edge: string,
      params: Record<string, string>,
      of = account.ig_user_id,
    ): Promise<string> => {
      const body = new URLSearchParams({ ...params, access_token: account.page_access_token });
      const address = `${url()}/v25.0/${of}/${edge}`;
      const response = await fetch(address, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { id: string }).id;
    };
  }

  return {
    ledger: () => read<LedgerMedium[]>('media'),

    containers: () => read<Container[]>('containers'),

    async onlyMedium(): Promise<LedgerMedium> {
      const [medium, ...others] = await read<LedgerMedium[]>('media');
      if (medium === undefined || others.length > 0) {
        throw new Error(`${others.length + (medium === undefined ? 0 : 1)} media were published`);
      }
      return medium;
    },

    async publishContainer(containerId: string, username = 'atelie.barro'): Promise<void> {
      const call = await asOwner(username);
      await call('media_publish', { creation_id: containerId });
    },

    async commentManually(
      mediaId: string,
      message: string,
      username = 'atelie.barro',
    ): Promise<void> {
      const call = await asOwner(username);
      await call('comments', { message }, mediaId);
    },

    async publishManually(
      { caption, isStory = false }: { caption?: string; isStory?: boolean },
      username = 'atelie.barro',
    ): Promise<void> {
      const call = await asOwner(username);
      const picture = await servePicture();
      const id = await call('media', {
        image_url: picture.url,
        ...(caption === undefined ? {} : { caption }),
        ...(isStory ? { media_type: 'STORIES' } : {}),
      });
      picture.close();
      await call('media_publish', { creation_id: id });
    },
  };
}

async function servePicture(): Promise<{ url: string; close(): void }> {
  const bytes = Buffer.from(await (await aPhoto()).arrayBuffer());
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'image/jpeg').end(bytes),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}/foto.jpg`, close: () => void server.close() };
}
