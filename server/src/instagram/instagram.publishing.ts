import * as z from 'zod';
import { containerProblem, type InstagramProblem } from './instagram.errors.ts';
import type { Graph } from './instagram.graph.ts';

/** The account to act for, and the right to. */
export interface PublishingAccount {
  igUserId: string;
  token: string;
}

export type ContainerStatus =
  | { state: 'processing' | 'finished' | 'published' | 'expired' }
  | { state: 'failed'; problem: InstagramProblem };

export interface AccountMedia {
  id: string;
  caption: string;
  /** FEED, REELS, STORY or AD. */
  productType: string;
  publishedAt: Date;
}

export type InstagramPublishing = ReturnType<typeof createInstagramPublishing>;

const id = z.object({ id: z.string() });
const status = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().optional(),
});
const media = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      media_product_type: z.string(),
      timestamp: z.string(),
    }),
  ),
});

/** Publishing in our words. Every failure is an InstagramError, classified. */
export function createInstagramPublishing(graph: Graph) {
  return {
    /** Makes the container of a feed image; answers its id. Repeating makes a harmless orphan. */
    async createImageContainer(
      { igUserId, token }: PublishingAccount,
      image: { url: string; caption: string },
    ): Promise<string> {
      const params = { image_url: image.url, caption: image.caption };
      // Instagram fetches the image before it answers.
      const made = await graph.call('POST', `${igUserId}/media`, {
        token,
        params,
        answer: id,
        timeoutMs: 30_000,
      });
      return made.id;
    },

    async containerStatus({ token }: PublishingAccount, graphId: string): Promise<ContainerStatus> {
      const params = { fields: 'id,status_code,status' };
      const read = await graph.call('GET', graphId, { token, params, answer: status });
      return toContainerStatus(read);
    },

    /** The one call of the hour; answers the media id. Never to be repeated without looking. */
    async publish({ igUserId, token }: PublishingAccount, graphId: string): Promise<string> {
      const published = await graph.call('POST', `${igUserId}/media_publish`, {
        token,
        params: { creation_id: graphId },
        answer: id,
        timeoutMs: 55_000,
      });
      return published.id;
    },

    /** What the account has published since, newest first, at most 50. Stories are not in it. */
    async mediaSince({ igUserId, token }: PublishingAccount, since: Date): Promise<AccountMedia[]> {
      const params = { fields: 'id,caption,media_product_type,timestamp', limit: '50' };
      const read = await graph.call('GET', `${igUserId}/media`, { token, params, answer: media });
      return read.data
        .map((item) => ({
          id: item.id,
          caption: item.caption ?? '',
          productType: item.media_product_type,
          publishedAt: new Date(item.timestamp),
        }))
        .filter((item) => item.publishedAt >= since);
    },

    async permalink({ token }: PublishingAccount, mediaId: string): Promise<string> {
      const answer = z.object({ permalink: z.url() });
      const params = { fields: 'id,permalink' };
      const read = await graph.call('GET', mediaId, { token, params, answer });
      return read.permalink;
    },
  };
}

function toContainerStatus(read: z.infer<typeof status>): ContainerStatus {
  switch (read.status_code) {
    case 'IN_PROGRESS':
      return { state: 'processing' };
    case 'FINISHED':
      return { state: 'finished' };
    case 'PUBLISHED':
      return { state: 'published' };
    case 'EXPIRED':
      return { state: 'expired' };
    case 'ERROR': {
      // The only text that is read: the subcode stands nowhere else.
      const subcode = /\b(\d{7})\b/.exec(read.status ?? '')?.[1] ?? '';
      return { state: 'failed', problem: containerProblem(subcode) };
    }
  }
}
