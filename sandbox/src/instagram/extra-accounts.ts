import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from './people.ts';
import { SCOPES } from './scopes.ts';
import { issueUserToken, LIFETIME, pageToken, secondsToLive } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

const bodySchema = z.strictObject({
  username: z.string().regex(/^[a-z0-9_.]{1,30}$/),
  name: z.string().optional(),
  /** An account whose owner manages this one too, by a page of its own. */
  owner: z.string().optional(),
  /** What its owner may do on the page. */
  tasks: z.array(z.string()).optional(),
});

type NewAccount = z.output<typeof bodySchema>;

/**
 * A control call that lets one more account move in and connects it at once: a burst of
 * thousands of posts needs more accounts than the two of the dialog. For an account that is there
 * already it is one more login of its owner.
 */
export function serveExtraAccounts(app: FastifyInstance, world: InstagramWorld): void {
  app.post('/_sandbox/instagram/accounts', (request, reply) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username, owner, tasks } = parsed.data;
    const manager = owner === undefined ? undefined : world.records.accounts.oldestIn(owner);
    if (owner !== undefined && !manager) {
      return reply.status(400).send({ error: `nobody has the account ${owner}` });
    }
    const account =
      world.records.accounts.oldestIn(username) ?? moveIn(world, parsed.data, manager?.personId);
    const page = world.records.pages.get(account.pageId);
    if (tasks && page) world.records.pages.put({ ...page, tasks });
    return logIn(world, account);
  });
}

function moveIn(
  { ids, records }: InstagramWorld,
  { username, name = username }: NewAccount,
  managerId: string | undefined,
): Account {
  const person = { id: managerId ?? ids.digits('10159', 12), name };
  const page = { id: ids.digits('105', 12), name, personId: person.id };
  const account: Account = {
    id: ids.digits('178415', 11),
    username,
    name,
    biography: '',
    website: '',
    followers: 100,
    follows: 100,
    pageId: page.id,
    personId: person.id,
  };
  if (managerId === undefined) records.people.put(person);
  records.pages.put({ ...page, accountId: account.id });
  records.accounts.put(account);
  return account;
}

/** Fresh tokens with every permission; older ones stay as they are, dead if they were killed. */
function logIn(world: InstagramWorld, account: Account): Record<string, unknown> {
  const owner = { personId: account.personId, scopes: [...SCOPES] };
  const user = issueUserToken(world, owner, LIFETIME.long);
  return {
    ig_user_id: account.id,
    username: account.username,
    user_id: account.personId,
    user_access_token: user.id,
    user_expires_in: secondsToLive(user),
    page_id: account.pageId,
    page_access_token: pageToken(world, user, account.pageId).id,
  };
}
