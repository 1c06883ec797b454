import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import type { Row, ThrottleReason } from '../../platform/database/rows.ts';
import { appThrottleEnd } from '../graph/app-throttle.repository.ts';
import { capabilitiesOf } from '../graph/logins.ts';
import { connectionOrder } from '../../platform/database/fragments/connection-order.ts';

export interface NewConnection {
  id: string;
  workspaceId: string;
  igUserId: string;
  username: string;
  login: InstagramLogin;
  pageId: string | null;
  authorizerId: string;
  /** Encrypted. */
  userToken: string;
  pageToken: string;
  /** Those that the login has listed; null where `debug_token` tells them. */
  grantedScopes?: readonly string[] | null;
  userTokenExpiresAt: Date | null;
  dataAccessExpiresAt: Date | null;
  pictureFileId: string | null;
  connectedBy: string;
  /** `listed_since` of the connection that is replaced. */
  positionSince?: Date | null;
}

export interface ActiveConnection extends Row<
  'instagram_connections',
  'ig_user_id' | 'login' | 'authorizer_id' | 'connected_at' | 'picture_file_id' | 'needs_reconnect'
> {
  username: string;
  listed_since: Date;
}

/** The token is encrypted. */
export type AuthorizedConnection = Row<
  'instagram_connections',
  'workspace_id' | 'ig_user_id' | 'login' | 'page_token'
>;

/** The tokens are encrypted. A throttle is that of the account or of the app; null without one. */
export interface ConnectionView
  extends
    Row<
      'instagram_connections',
      | 'id'
      | 'ig_user_id'
      | 'login'
      | 'page_token'
      | 'user_token'
      | 'granted_scopes'
      | 'needs_reconnect'
      | 'reconnect_code'
    >,
    Row<'instagram_accounts', 'username' | 'throttle_code' | 'throttled_until'> {
  is_ended: boolean;
  throttle_reason: ThrottleReason | 'app_limited' | null;
  paused_for_ms: number | null;
}

const connectionView = sql`
  k.id, k.ig_user_id, k.login, a.username, k.page_token, k.user_token, k.granted_scopes, k.needs_reconnect, k.reconnect_code,
  k.ended_at is not null as is_ended,
  t.throttle_reason, t.throttle_code, t.throttled_until,
  (extract(epoch from t.throttled_until - app_now()) * 1000)::float8 as paused_for_ms`;

/** A block needs the owner, so it comes before a throttle of the app, which ends sooner than other limits. */
const viewTables = sql`
  instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id
  left join lateral (
    select * from (
      select a.throttle_reason, a.throttle_code, a.throttled_until where a.throttled_until > app_now()
      union all
      select 'app_limited', i.throttle_code, ${appThrottleEnd(sql`a.ig_user_id`)} from instagram_apps i
      where i.login = k.login and ${appThrottleEnd(sql`a.ig_user_id`)} > app_now()) throttles
    order by throttle_reason = 'blocked' desc, throttle_reason = 'app_limited' desc limit 1) t on true`;

/** A person, by the id of one of the logins. */
export interface Authorizer {
  login: InstagramLogin;
  authorizerId: string;
}

export const isAuthorizedBy = (
  connection: Pick<ActiveConnection, 'login' | 'authorizer_id'>,
  { login, authorizerId }: Authorizer,
): boolean => connection.login === login && connection.authorizer_id === authorizerId;

/** Only who logs in with a page may have several accounts; else the account is the person. */
export const isOfAnotherPerson = (
  connection: Pick<ActiveConnection, 'login' | 'authorizer_id'>,
  authorizer: Authorizer,
): boolean =>
  connection.login === authorizer.login &&
  capabilitiesOf[connection.login].hasPage &&
  !isAuthorizedBy(connection, authorizer);

export async function findAuthorizedBy(
  db: Db | Tx,
  { login, authorizerId }: Authorizer,
): Promise<AuthorizedConnection[]> {
  const found = await sql<AuthorizedConnection>`
    select workspace_id, ig_user_id, login, page_token from instagram_connections
    where authorizer_id = ${authorizerId} and login = ${login} and ended_at is null and not needs_reconnect
    order by id`.execute(db);
  return found.rows;
}

/** The last login of a person decides for all workspaces. */
export async function saveGrantedScopes(
  db: Db | Tx,
  { login, authorizerId }: Authorizer,
  grantedScopes: readonly string[],
): Promise<void> {
  await sql`
    update instagram_connections set granted_scopes = ${[...grantedScopes]}::text[]
    where authorizer_id = ${authorizerId} and login = ${login} and ended_at is null`.execute(db);
}

export function createInstagramRepository(db: Db | Tx) {
  return {
    /** An earlier connection of the same account must have ended. */
    async connect(connection: NewConnection): Promise<void> {
      const c = connection;
      await sql`
        insert into instagram_accounts (ig_user_id, username) values (${c.igUserId}, ${c.username})
        on conflict (ig_user_id) do update
          set username = excluded.username,
              -- The owner has been to Instagram and seen its warning.
              throttled_until = case when instagram_accounts.throttle_reason = 'blocked' then null
                                  else instagram_accounts.throttled_until end,
              throttle_reason = nullif(instagram_accounts.throttle_reason, 'blocked')`.execute(db);
      await sql`
        insert into instagram_connections
          (id, workspace_id, ig_user_id, login, page_id, authorizer_id, user_token, page_token,
           granted_scopes, picture_file_id, connected_by, user_token_expires_at, data_access_expires_at,
           listed_since)
        values (${c.id}, ${c.workspaceId}, ${c.igUserId}, ${c.login}, ${c.pageId}, ${c.authorizerId},
                ${c.userToken}, ${c.pageToken}, ${c.grantedScopes?.slice() ?? null}::text[], ${c.pictureFileId}, ${c.connectedBy},
                ${c.userTokenExpiresAt}, ${c.dataAccessExpiresAt}, ${c.positionSince ?? null})`.execute(
        db,
      );
    },

    /** Ends one connection, or all. Tokens stay only while a post with an unknown outcome needs them. */
    async end(workspaceId: string, igUserId: string | null = null): Promise<void> {
      await sql`
        update instagram_connections set ended_at = app_now()
        where workspace_id = ${workspaceId} and ended_at is null
          and (${igUserId}::text is null or ig_user_id = ${igUserId})`.execute(db);
      await forgetEnded(db);
    },

    forgetEnded: () => forgetEnded(db),

    async listActive(workspaceId: string): Promise<ActiveConnection[]> {
      const found = await sql<ActiveConnection>`
        select k.ig_user_id, k.login, k.authorizer_id, a.username, k.connected_at, k.picture_file_id, k.needs_reconnect,
          coalesce(k.listed_since, k.connected_at) as listed_since
        from instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id
        where k.workspace_id = ${workspaceId} and k.ended_at is null
        order by ${connectionOrder}`.execute(db);
      return found.rows;
    },

    /** Falls back to the first connection of the workspace. */
    async findConnection(
      workspaceId: string,
      igUserId: string | null,
    ): Promise<ConnectionView | undefined> {
      const found = await sql<ConnectionView>`
        select ${connectionView} from ${viewTables}
        where k.workspace_id = ${workspaceId} and k.ended_at is null
        order by (k.ig_user_id = ${igUserId}::text) desc nulls last, ${connectionOrder} limit 1`.execute(
        db,
      );
      return found.rows[0];
    },

    async findFirstOf(
      workspaceId: string,
      logins: readonly InstagramLogin[],
    ): Promise<ConnectionView | undefined> {
      const found = await sql<ConnectionView>`
        select ${connectionView} from ${viewTables}
        where k.workspace_id = ${workspaceId} and k.ended_at is null and k.login = any(${[...logins]})
        order by k.needs_reconnect, ${connectionOrder} limit 1`.execute(db);
      return found.rows[0];
    },

    /** The newest connection, ended or not. */
    async findForReading(
      workspaceId: string,
      igUserId: string,
      login: InstagramLogin | null = null,
    ): Promise<ConnectionView | undefined> {
      const found = await sql<ConnectionView>`
        select ${connectionView} from ${viewTables}
        where k.workspace_id = ${workspaceId} and k.ig_user_id = ${igUserId}
        order by (k.login = ${login}::text) desc nulls last, k.ended_at desc nulls first limit 1`.execute(
        db,
      );
      return found.rows[0];
    },

    /** Has no effect when the owner has reconnected meanwhile. The first cause stays: its owner was told of it. */
    async markForReconnect(sealedToken: string, code: string): Promise<void> {
      await sql`
        update instagram_connections
        set needs_reconnect = true, reconnect_code = ${code}, reconnect_since = app_now()
        where not needs_reconnect and page_token = ${sealedToken}`.execute(db);
    },

    /** No effect when the account is throttled for the same reason already, or for longer. */
    async throttle(
      igUserId: string,
      { reason, code }: { reason: ThrottleReason; code: string },
      ms: number,
    ): Promise<void> {
      await sql`
        update instagram_accounts
        set throttle_reason = ${reason}, throttle_code = ${code}, throttled_until = app_now() + ${interval(ms)}
        where ig_user_id = ${igUserId}
          and (throttled_until is null or throttled_until < app_now() or (throttle_reason <> ${reason}
            and throttled_until < app_now() + ${interval(ms)}))`.execute(db);
    },
  };
}

export async function lockConnections(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select from instagram_connections
    where workspace_id = ${workspaceId} and ended_at is null
    order by id for no key update`.execute(tx);
}

/**
 * Ended connections stay while a post with an unknown outcome needs them, for 24 hours at most, and while an
 * account deletion revokes their permissions.
 */
async function forgetEnded(db: Db | Tx): Promise<void> {
  const deletedConnections = await sql<{ picture_file_id: string | null }>`
    delete from instagram_connections c
    where (ended_at < app_now() - interval '24 hours' or (ended_at is not null and not exists (
        select from publications p where p.workspace_id = c.workspace_id
          and p.ig_user_id = c.ig_user_id and p.state in ('publishing', 'reconciling'))))
      and not exists (
        select from deletions d
        where d.kind = 'account' and d.workspace_id = c.workspace_id and d.finished_at is null)
    returning picture_file_id`.execute(db);
  const pictures = deletedConnections.rows.flatMap(({ picture_file_id: id }) =>
    id === null ? [] : [id],
  );
  if (pictures.length > 0) {
    await db.deleteFrom('media_files').where('id', 'in', pictures).execute();
  }
}
