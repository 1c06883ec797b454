import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { InstagramAccount } from './users.ts';
import { SCOPES } from './scopes.ts';
import { issueUserToken, LIFETIME, getPageToken, getLifetimeSeconds } from './tokens.ts';
import type { InstagramContext } from './context.ts';

const bodySchema = z.strictObject({
  username: z.string().regex(/^[a-z0-9_.]{1,30}$/),
  name: z.string().optional(),
  /** The username of an account whose owner manages this one, too, through a separate page. */
  owner: z.string().optional(),
  tasks: z.array(z.string()).optional(),
});

type NewAccount = z.output<typeof bodySchema>;

/** A burst of thousands of posts needs many accounts. For an existing one its owner logs in again. */
export function serveExtraAccounts(app: FastifyInstance, context: InstagramContext): void {
  app.post('/_sandbox/instagram/accounts', (request, reply) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username, owner, tasks } = parsed.data;
    const manager = owner === undefined ? undefined : context.records.accounts.oldestIn(owner);
    if (owner !== undefined && !manager) {
      return reply.status(400).send({ error: `nobody has the account ${owner}` });
    }
    const account =
      context.records.accounts.oldestIn(username) ??
      createAccount(context, parsed.data, manager?.userId);
    const page = context.records.pages.get(account.pageId);
    if (tasks && page) context.records.pages.put({ ...page, tasks });
    return logIn(context, account);
  });
}

function createAccount(
  { ids, records }: InstagramContext,
  { username, name = username }: NewAccount,
  managerId: string | undefined,
): InstagramAccount {
  const user = { id: managerId ?? ids.digits('10159', 12), name };
  const page = { id: ids.digits('105', 12), name, userId: user.id };
  const account: InstagramAccount = {
    id: ids.digits('178415', 11),
    username,
    name,
    biography: '',
    website: '',
    followers: 100,
    follows: 100,
    pageId: page.id,
    userId: user.id,
  };
  if (managerId === undefined) records.facebookUsers.put(user);
  records.pages.put({ ...page, accountId: account.id });
  records.accounts.put(account);
  return account;
}

function logIn(context: InstagramContext, account: InstagramAccount): Record<string, unknown> {
  const owner = { userId: account.userId, scopes: [...SCOPES] };
  const userToken = issueUserToken(context, owner, LIFETIME.long);
  return {
    ig_user_id: account.id,
    username: account.username,
    user_id: account.userId,
    user_access_token: userToken.id,
    user_expires_in: getLifetimeSeconds(userToken),
    page_id: account.pageId,
    page_access_token: getPageToken(context, userToken, account.pageId).id,
  };
}
