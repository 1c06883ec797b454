import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SITUATIONS, type Situation } from './situation-records.ts';
import type { InstagramAccount, Page } from './users.ts';
import type { InstagramContext } from './context.ts';

type Records = Pick<InstagramContext['records'], 'situations'>;

const bodySchema = z.strictObject({
  username: z.string(),
  situation: z.enum([...SITUATIONS, 'none']),
});

/** An account is in one situation at a time; `none` ends it. */
export function serveSituations(
  app: FastifyInstance,
  { records }: Pick<InstagramContext, 'records'>,
): void {
  app.post('/_sandbox/instagram/situations', (request, reply) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username, situation } = parsed.data;
    const account = records.accounts.oldestIn(username);
    if (!account) return reply.status(400).send({ error: `nobody has the account ${username}` });
    if (situation === 'none') records.situations.remove(account.id);
    else records.situations.put({ id: account.id, situation });
    return { ig_user_id: account.id, situation };
  });
}

export const isInSituation = (
  { situations }: Records,
  { id }: Pick<InstagramAccount, 'id'>,
  situation: Situation,
): boolean => situations.get(id)?.situation === situation;

export const isPageInSituation = (
  records: Records,
  { accountId }: Pick<Page, 'accountId'>,
  situation: Situation,
): boolean => accountId !== undefined && isInSituation(records, { id: accountId }, situation);

/** The API serves only professional accounts that a page is linked to. */
export const isOutsideApi = (records: Records, account: InstagramAccount): boolean =>
  isInSituation(records, account, 'personal') || isInSituation(records, account, 'page-unlinked');

/** While the app is in development, Graph serves no one without a role in it. */
export const lacksAppRole = (
  records: Records & Pick<InstagramContext['records'], 'pages'>,
  /** Of the account itself with Instagram Login. */
  userId: string,
): boolean =>
  isInSituation(records, { id: userId }, 'app-in-development') ||
  records.pages.in(userId).some((page) => isPageInSituation(records, page, 'app-in-development'));
