import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface SealedConnection {
  id: string;
  workspace_id: string;
  ig_user_id: string;
  user_token: string;
  page_token: string;
}

export function createRotationRepository(tx: Tx) {
  return {
    async lockSealedWithOtherKey(
      firstKey: string,
      after: string,
      max: number,
    ): Promise<SealedConnection[]> {
      const prefix = `${firstKey}.`;
      const found = await sql<SealedConnection>`
        select id, workspace_id, ig_user_id, user_token, page_token from instagram_connections
        where id > ${after}::uuid
          and not (starts_with(user_token, ${prefix}) and starts_with(page_token, ${prefix}))
        order by id limit ${max} for update`.execute(tx);
      return found.rows;
    },

    async save(id: string, tokens: { userToken: string; pageToken: string }): Promise<void> {
      await tx
        .updateTable('instagram_connections')
        .set({ user_token: tokens.userToken, page_token: tokens.pageToken })
        .where('id', '=', id)
        .execute();
    },
  };
}
