import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newDigits } from './ids.ts';
import { SCOPES } from './scopes.ts';
import { issueUserToken, LIFETIME, pageToken } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

const bodySchema = z.strictObject({
  username: z.string().regex(/^[a-z0-9_.]{1,30}$/),
  name: z.string().optional(),
});

/**
 * A control call that lets one more account move in and connects it at once: a burst of
 * thousands of posts needs more accounts than the two of the dialog.
 */
export function serveExtraAccounts(app: FastifyInstance, world: InstagramWorld): void {
  const { people, pages, accounts } = world.records;
  app.post('/_sandbox/instagram/accounts', (request, reply) => {
    const parsed = bodySchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username } = parsed.data;
    if (accounts.in(username).length > 0) {
      return reply.status(400).send({ error: `${username} exists already` });
    }
    const name = parsed.data.name ?? username;
    const person = { id: newDigits('10159', 12), name };
    const page = { id: newDigits('105', 12), name, personId: person.id };
    const account = {
      id: newDigits('178415', 11),
      username,
      name,
      biography: '',
      website: '',
      followers: 100,
      follows: 100,
      pageId: page.id,
      personId: person.id,
    };
    people.put(person);
    pages.put({ ...page, accountId: account.id });
    accounts.put(account);
    const owner = { personId: person.id, scopes: [...SCOPES] };
    const user = issueUserToken(world, owner, LIFETIME.long);
    return {
      ig_user_id: account.id,
      username,
      user_id: person.id,
      user_access_token: user.id,
      page_id: page.id,
      page_access_token: pageToken(world, user, page.id).id,
    };
  });
}
