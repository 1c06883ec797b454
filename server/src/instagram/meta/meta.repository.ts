import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import type { SignedRequest } from './signed-request.ts';

export interface PersonConnection
  extends
    Row<'instagram_connections', 'id' | 'workspace_id' | 'ig_user_id'>,
    Row<'instagram_accounts', 'username'> {
  is_ended: boolean;
}

export function createMetaRepository(tx: Tx) {
  return {
    /** Locks the rows. Meta reports the time in whole seconds, rounded down. */
    async connectionsBy({
      login,
      authorizerId,
      issuedAt: until,
    }: SignedRequest): Promise<PersonConnection[]> {
      const found = await sql<PersonConnection>`
        select c.id, c.workspace_id, c.ig_user_id, a.username, c.ended_at is not null as is_ended
        from instagram_connections c join instagram_accounts a on a.ig_user_id = c.ig_user_id
        where c.authorizer_id = ${authorizerId} and c.login = ${login}
          and date_trunc('second', c.connected_at) <= ${until}
        order by c.id for update of c`.execute(tx);
      return found.rows;
    },

    async replaceTokens(
      { id }: PersonConnection,
      placeholders: { user: string; page: string },
      code: string,
    ): Promise<void> {
      await sql`
        update instagram_connections
        set user_token = ${placeholders.user}, page_token = ${placeholders.page}, user_token_expires_at = null,
          data_access_expires_at = null, needs_reconnect = true, reconnect_code = ${code},
          reconnect_since = coalesce(reconnect_since, app_now())
        where id = ${id}`.execute(tx);
    },

    async deleteConnections(ids: readonly string[]): Promise<void> {
      const deleted = await sql<{ picture: string | null }>`
        delete from instagram_connections where id = any (${[...ids]}::uuid[])
        returning picture_file_id as picture`.execute(tx);
      const pictures = deleted.rows.flatMap(({ picture }) => (picture === null ? [] : [picture]));
      if (pictures.length > 0) {
        await tx.deleteFrom('media_files').where('id', 'in', pictures).execute();
      }
    },
  };
}
