import * as z from 'zod';
import { containerProblem, type InstagramProblem } from './instagram.errors.ts';
import { NO_TOKEN, type Graph } from './instagram.graph.ts';
import { createReading, type PublishingAccount, type ReadingAccount } from './instagram.reading.ts';
import type { Turns } from './instagram.turns.ts';

export type ContainerStatus =
  | { state: 'processing' | 'published' | 'expired' }
  | { state: 'finished'; hasCopyrightMatch: boolean }
  | { state: 'failed'; problem: InstagramProblem };

export type InstagramPublishing = ReturnType<typeof createInstagramPublishing>;

const id = z.object({ id: z.string() });
const status = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().optional(),
  copyright_check_status: z.object({ matches_found: z.boolean().optional() }).optional(),
});
const quota = z.object({
  data: z.array(
    z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) }),
  ),
});
const tokenFacts = z.object({
  data: z.object({ is_valid: z.boolean(), scopes: z.array(z.string()).optional() }),
});

/** Instagram fetches a picture before it answers. */
const CREATE_TIMEOUT_MS = 30_000;
/** Shorter than the quiescence: whoever waits for it knows that nothing is under way. */
const PUBLISH_TIMEOUT_MS = 55_000;

/** Publishing in our words. Every failure is an InstagramError, classified. */
export function createInstagramPublishing(graph: Graph, turns: Turns) {
  const { read, listSince } = createReading(graph, turns);

  return {
    /**
     * Makes a container of `params` (Instagram's own names); answers its id. Repeating makes a
     * harmless orphan, which dies after 24 h.
     */
    async createContainer(
      { igUserId, token }: PublishingAccount,
      params: Record<string, string>,
    ): Promise<string> {
      const made = await graph.call('POST', `${igUserId}/media`, {
        token,
        params,
        answer: id,
        timeoutMs: CREATE_TIMEOUT_MS,
      });
      return made.id;
    },

    /** Waits until the account may have another container made, and has it made by `work`. */
    whenItMayMake: <T>({ igUserId }: PublishingAccount, work: () => Promise<T>): Promise<T> =>
      turns.making(igUserId, work),

    async containerStatus(account: ReadingAccount, graphId: string): Promise<ContainerStatus> {
      const fields = 'id,status_code,status,copyright_check_status';
      return toContainerStatus(await read(account, graphId, { fields }, status));
    },

    /**
     * The one call of the hour; answers the media id. Never to be repeated without looking.
     * @throws NotSentError when `mayBegin` said no at the last moment: nothing was sent.
     */
    async publish(
      { igUserId, token }: PublishingAccount,
      graphId: string,
      mayBegin?: () => boolean,
    ): Promise<string> {
      const published = await turns.publishing(igUserId, () =>
        graph.call('POST', `${igUserId}/media_publish`, {
          token,
          params: { creation_id: graphId },
          answer: id,
          timeoutMs: PUBLISH_TIMEOUT_MS,
          mayBegin,
        }),
      );
      return published.id;
    },

    /** What the account has published since, newest first. Stories are not in it. */
    mediaSince: (account: ReadingAccount, since: Date) => listSince(account, 'media', since),

    /** The stories of the last 24 hours that are still there. */
    liveStories: (account: ReadingAccount) => listSince(account, 'stories', new Date(0)),

    /** How many posts the account may publish in 24 hours, and how many Instagram has counted. */
    async quota(account: ReadingAccount): Promise<{ total: number; used: number } | undefined> {
      const path = `${account.igUserId}/content_publishing_limit`;
      const { data } = await read(account, path, { fields: 'config,quota_usage' }, quota);
      return data[0] && { total: data[0].config.quota_total, used: data[0].quota_usage };
    },

    /** What a token may do; null when it is no longer good for anything. */
    async scopesOf({
      igUserId,
      token,
    }: Pick<PublishingAccount, 'igUserId' | 'token'>): Promise<string[] | null> {
      if (token === NO_TOKEN) return null;
      const { data } = await turns.reading(igUserId, () =>
        graph.call('GET', 'debug_token', {
          params: { input_token: token, access_token: graph.appToken },
          answer: tokenFacts,
        }),
      );
      return data.is_valid ? (data.scopes ?? []) : null;
    },

    async permalink(account: ReadingAccount, mediaId: string): Promise<string> {
      const answer = z.object({ permalink: z.url() });
      return (await read(account, mediaId, { fields: 'id,permalink' }, answer)).permalink;
    },
  };
}

function toContainerStatus(answer: z.infer<typeof status>): ContainerStatus {
  switch (answer.status_code) {
    case 'IN_PROGRESS':
      return { state: 'processing' };
    case 'FINISHED':
      return {
        state: 'finished',
        hasCopyrightMatch: answer.copyright_check_status?.matches_found ?? false,
      };
    case 'PUBLISHED':
      return { state: 'published' };
    case 'EXPIRED':
      return { state: 'expired' };
    case 'ERROR': {
      // The only text that is read: the subcode stands nowhere else.
      const subcode = /\b(\d{7})\b/.exec(answer.status ?? '')?.[1] ?? '';
      return { state: 'failed', problem: containerProblem(subcode) };
    }
  }
}
