import { formatDayMonth } from '@pontual/contract/brasilia-time.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Notice } from '../notices/notices.repository.ts';
import type { Notices } from '../notices/notices.ts';
import { connectionNudges, type Nudges } from '../nudges.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import type { InstagramAuthorization } from './instagram.authorization.ts';
import {
  createCareRepository,
  type ConnectionInCare,
  type EndingConnection,
} from './instagram.care.repository.ts';
import type { InstagramProblem } from './instagram.errors.ts';
import { InstagramError } from './instagram.graph.ts';
import type { InstagramPublishing } from './instagram.publishing.ts';

/** Connections that are cared for at the same time. */
const BATCH = 10;

/** Sees to it that authorisations do not end unnoticed: renews what can be, announces the rest. */
export function createAccountCare(deps: {
  database: Database;
  authorization: Pick<InstagramAuthorization, 'renew'>;
  accounts: Pick<InstagramAccounts, 'seal' | 'openToken' | 'markForReconnect'>;
  publishing: Pick<InstagramPublishing, 'scopesOf'>;
  notices: Pick<Notices, 'add'>;
  nudges: Pick<Nudges, 'send'>;
  log: Log;
}) {
  const { database, authorization, accounts, publishing, notices, nudges, log } = deps;
  const repository = createCareRepository(database.db);

  async function renew(connection: ConnectionInCare): Promise<void> {
    const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
    const seal = (token: string) => accounts.seal(workspaceId, igUserId, token);
    const oldToken = accounts.openToken(workspaceId, igUserId, connection.user_token);
    const renewal = await authorization.renew(oldToken, connection.page_id, igUserId);
    if (renewal === 'gone') {
      log.warn({ connectionId: connection.id }, 'a page to renew is not its owner’s any more');
      return;
    }
    await repository.saveRenewal(connection, {
      ...renewal,
      userToken: seal(renewal.userToken),
      pageToken: seal(renewal.pageToken),
    });
  }

  async function askToReconnect(connection: ConnectionInCare, problem: InstagramProblem) {
    const { workspace_id: workspaceId } = connection;
    await accounts.markForReconnect({ sealedToken: connection.page_token }, problem.code);
    nudges.send(connectionNudges(workspaceId));
    const notice = reconnectNotice(connection, problem);
    await database.inTransaction((tx) => notices.add(tx, [notice]));
  }

  /** The page's token has no end of its own: it may live on when its owner's has died. */
  async function isPageTokenDead(connection: ConnectionInCare): Promise<boolean> {
    const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
    const token = accounts.openToken(workspaceId, igUserId, connection.page_token);
    return (await publishing.scopesOf({ igUserId, token })) === null;
  }

  async function announce(id: string): Promise<void> {
    await database.inTransaction(async (tx) => {
      const ending = await createCareRepository(tx).findEnding(id);
      if (ending === undefined) return;
      await notices.add(tx, [
        {
          workspaceId: ending.workspace_id,
          postId: null,
          dedupeKey: `token-ending:${id}:${ending.ends_at.toISOString()}`,
          code: 'token-ending',
          message: messageOf(ending),
          action: 'reconnect',
        },
      ]);
    });
  }

  async function careFor(connection: ConnectionInCare): Promise<void> {
    const about = { connectionId: connection.id };
    try {
      if (connection.is_to_renew) await renew(connection);
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      const { problem } = error;
      const { code } = problem;
      log.warn({ ...about, code }, 'an authorisation could not be renewed');
      const isRefused = /^190(\/|$)/.test(code);
      if (isRefused && (await isPageTokenDead(connection))) {
        await askToReconnect(connection, problem);
      }
    }
    await announce(connection.id);
  }

  return {
    /** Cares for every connection that is due; hourly is often enough. */
    async run(): Promise<void> {
      let taken: ConnectionInCare[];
      do {
        taken = await repository.take(BATCH);
        await Promise.all(
          taken.map((connection) =>
            // One's trouble stops no other; it is taken up again in some hours.
            careFor(connection).catch((error: unknown) =>
              log.error({ error, connectionId: connection.id }, 'the care of a connection failed'),
            ),
          ),
        );
      } while (taken.length === BATCH);
    },
  };
}

const reconnectNotice = (
  { id, workspace_id: workspaceId }: ConnectionInCare,
  { cause }: InstagramProblem,
): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: `reconnect:${id}`,
  code: 'reconnect',
  message: cause,
  action: 'reconnect',
});

function messageOf({ username, ends_at: endsAt, is_over: isOver }: EndingConnection): string {
  const day = formatDayMonth(endsAt);
  return isOver
    ? `A autorização da conta @${username} terminou em ${day}. Conecte a conta de novo para os posts voltarem a sair.`
    : `A autorização da conta @${username} termina em ${day}. Conecte a conta de novo para os posts continuarem saindo.`;
}
