import * as z from 'zod';
import { noAnswer } from './errors.ts';
import { InstagramError, type Graph } from './graph.ts';
import { createPermissions } from '../tokens/permissions.ts';
import { COMMENT_SCOPES } from '../tokens/permissions.rules.ts';
import { createGraphReader, type ReadingAccount } from './reader.ts';
import type { PublishingAccount } from './publishing-account.ts';
import type { CallLimiter } from './call-limiter.ts';

export interface MediaComment {
  id: string;
  text: string;
  username: string | null;
}

const createdComment = z.object({ id: z.string() });
const page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      timestamp: z.string(),
      username: z.string().optional(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
});

/** Instagram returns 50 per page; a post with more new comments within minutes is not read completely. */
const MAX_PAGES = 10;

export type InstagramComments = ReturnType<typeof createInstagramComments>;

export function createInstagramComments(graph: Graph, callLimiter: CallLimiter) {
  const permissions = createPermissions(graph, callLimiter, COMMENT_SCOPES);
  const { read } = createGraphReader(graph, callLimiter, permissions);
  return {
    /**
     * The caller must reconcile before a retry.
     * @throws NotSentError when `canSend` returned false.
     */
    async write(
      account: PublishingAccount,
      mediaId: string,
      message: string,
      canSend: () => boolean,
    ): Promise<string> {
      const created = await permissions.callConfirmingRefusal(account, () =>
        callLimiter.runCreate(account.igUserId, () =>
          graph.call('POST', `${mediaId}/comments`, {
            host: account.login,
            token: account.token,
            params: { message },
            answer: createdComment,
            canSend,
          }),
        ),
      );
      return created.id;
    },

    /** @throws InstagramError, also when there are too many. */
    async since(account: ReadingAccount, mediaId: string, since: Date): Promise<MediaComment[]> {
      const found: MediaComment[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const params = {
          fields: 'id,text,timestamp,username',
          ...(after === undefined ? {} : { after }),
        };
        const { data, paging } = await read(account, `${mediaId}/comments`, params, page);
        const isNew = ({ timestamp }: { timestamp: string }) => new Date(timestamp) >= since;
        const fresh = data.filter(isNew);
        found.push(
          ...fresh.map(({ id, text, username }) => ({ id, text, username: username ?? null })),
        );
        after = paging?.next === undefined ? undefined : paging.cursors?.after;
        if (after === undefined || fresh.length < data.length) return found;
      }
      // An incomplete list must not prove that a comment is missing.
      throw new InstagramError(noAnswer);
    },
  };
}
