import type { PublishingAccount } from './publishing-account.ts';
import * as z from 'zod';
import { noAnswer, isPermissionError } from './errors.ts';
import { InstagramError, type Graph, type Usage } from './graph.ts';
import type { Permissions } from '../tokens/permissions.ts';
import type { CallLimiter } from './call-limiter.ts';

export type ReadingAccount = PublishingAccount & { userToken: string };

export interface AccountMedia {
  id: string;
  caption: string;
  /** FEED, REELS, STORY or AD; undefined where Instagram does not say, which fits every post. */
  productType: string | undefined;
  publishedAt: Date;
}

const mediaPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      media_product_type: z.string().optional(),
      timestamp: z.string(),
    }),
  ),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
    .optional(),
});

const MAX_PAGES = 10;

/** With `permissions`, a refusal for a missing permission is verified first. */
export function createGraphReader(
  graph: Graph,
  callLimiter: CallLimiter,
  permissions?: Permissions,
) {
  /** During an outage, Instagram refuses reads with the page's token while the owner's token works. */
  const canRetryAsOwner = ({ issue }: InstagramError): boolean =>
    issue.code === '100/33' || (permissions !== undefined && isPermissionError(issue));

  async function read<T>(
    account: ReadingAccount,
    path: string,
    params: Record<string, string>,
    answer: z.ZodType<T>,
    onUsage?: (usage: Usage) => void,
  ): Promise<T> {
    const { igUserId, login: host, token, userToken } = account;
    const readAs = (as: string) =>
      graph.call('GET', path, { host, token: as, params, answer, onUsage });
    const readAsEither = () =>
      callLimiter.runRead(igUserId, async () => {
        try {
          return await readAs(token);
        } catch (error) {
          if (!(error instanceof InstagramError) || !canRetryAsOwner(error)) throw error;
          // The error of the owner's token says nothing about the account's token.
          return await readAs(userToken).catch(() => {
            throw error;
          });
        }
      });
    return permissions === undefined
      ? readAsEither()
      : permissions.callConfirmingRefusal(account, readAsEither);
  }

  /** @throws InstagramError, also when there are too many. */
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
    // An incomplete list must not prove that a medium is missing.
    throw new InstagramError(noAnswer);
  }

  return { read, listSince };
}
