import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import {
  aUser,
  authorize,
  beginAuthorization,
  connectAnother,
  dataOf,
  type Client,
} from './factories.ts';
import { MINUTE, usePublishing } from './publishing-steps.ts';

/** It has no Facebook page. */
export const WITHOUT_PAGE = 'lia.prates';
export const LOGIN = '?login=instagram';
export const CONNECTED = '/connected?connected=true';

/** The user of each test is connected with a page; Instagram Login connects others. */
export function useInstagramLogin() {
  const engine = usePublishing();

  /** Returns the path of the final redirect. */
  const logIn = async (client: Client, button = WITHOUT_PAGE) =>
    (await authorize(engine.world, client, button, { query: LOGIN })).end;

  return Object.assign(engine, {
    logIn,

    addAccount: (client: Client, button: string) =>
      connectAnother(
        engine.world,
        client,
        button,
        beginAuthorization(engine.world, client, `${LOGIN}&another=true`),
      ),

    async aUserWithoutPage(): Promise<Client> {
      const client = await aUser(engine.world);
      const end = await logIn(client);
      if (end !== CONNECTED) throw new Error(`not connected: ${end}`);
      return client;
    },

    /** Ended ones, too. */
    connectionsOf: async (client: Client) =>
      engine.world.database.db
        .selectFrom('instagram_connections')
        .selectAll()
        .where('workspace_id', '=', await engine.workspaceId(client))
        .orderBy('connected_at')
        .execute(),

    accountsOf: async (client: Client) =>
      dataOf(await client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts')).accounts,

    async publish(client: Client, post: { _id: string }): Promise<void> {
      await engine.untilReady(post._id, 1500, client);
      await engine.world.advanceTime(5 * MINUTE);
      await engine.advanceUntil(post._id, 'published', 2000, client);
    },
  });
}
