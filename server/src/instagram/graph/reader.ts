import type { PublishingAccount } from './publishing-account.ts';
import * as z from 'zod';
import { noAnswer, isPermissionError } from './errors.ts';
import { InstagramError, type Graph, type Usage } from './graph.ts';
import type { Permissions } from '../tokens/permissions.ts';
import type { CallLimiter } from './call-limiter.ts';

/** Reads may also be made with the owner's own token. */
export type ReadingAccount = PublishingAccount & { userToken: string };

export interface AccountMedia {
  id: string;
  caption: string;
  /** FEED, REELS, STORY or AD. */
  productType: string;
  publishedAt: Date;
}

const mediaPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      media_product_type: z.string(),
      timestamp: z.string(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
});

/** Whoever publishes more than this in the time in question is not read to the end. */
const MAX_PAGES = 10;

/**
 * Reading what is on an account. Every failure is an InstagramError, classified. With `permissions` a
 * refusal for a permission is doubted.
 */
export function createGraphReader(
  graph: Graph,
  callLimiter: CallLimiter,
  permissions?: Permissions,
) {
  /** During an outage reads with a page's token are refused so while the owner's token works. */
  const canRetryAsOwner = ({ issue }: InstagramError): boolean =>
    issue.code === '100/33' || (permissions !== undefined && isPermissionError(issue));

  async function read<T>(
    account: ReadingAccount,
    path: string,
    params: Record<string, string>,
    answer: z.ZodType<T>,
    onUsage?: (usage: Usage) => void,
  ): Promise<T> {
    const { igUserId, token, userToken } = account;
    const readAs = (as: string) => graph.call('GET', path, { token: as, params, answer, onUsage });
    const readAsEither = () =>
      callLimiter.runRead(igUserId, async () => {
        try {
          return await readAs(token);
        } catch (error) {
          if (!(error instanceof InstagramError) || !canRetryAsOwner(error)) throw error;
          return await readAs(userToken).catch(() => {
            // What is wrong with the owner's token is not what is wrong with the account's.
            throw error;
          });
        }
      });
    return permissions === undefined
      ? readAsEither()
      : permissions.callConfirmingRefusal(account, readAsEither);
  }

  /** Newest first, as far back as `since`. @throws InstagramError, also when there is too much. */
  async function listSince(
    account: ReadingAccount,
    edge: 'media' | 'stories',
    since: Date,
  ): Promise<AccountMedia[]> {
    const fields = 'id,caption,media_product_type,timestamp';
    const found: AccountMedia[] = [];
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const params = { fields, limit: '50', ...(after === undefined ? {} : { after }) };
      const { data, paging } = await read(
        account,
        `${account.igUserId}/${edge}`,
        params,
        mediaPage,
      );
      const media = data.map((item) => ({
        id: item.id,
        caption: item.caption ?? '',
        productType: item.media_product_type,
        publishedAt: new Date(item.timestamp),
      }));
      found.push(...media.filter((item) => item.publishedAt >= since));
      after = paging?.next === undefined ? undefined : paging.cursors?.after;
      if (after === undefined || media.some((item) => item.publishedAt < since)) return found;
    }
    // Nobody may conclude from a part that something is not there.
    throw new InstagramError(noAnswer);
  }

  return { read, listSince };
}
