import { sql } from 'kysely';
import type { Database } from '@pontual/server/platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '@pontual/server/platform/database/fragments/publication-copies.ts';
import { interval } from '@pontual/server/platform/database/interval.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import { createInstagramAccounts } from '@pontual/server/instagram/connection/accounts.ts';
import { createInstagramRepository } from '@pontual/server/instagram/connection/instagram.repository.ts';
import type { KeyRing } from '@pontual/server/platform/key-ring.ts';
import { SAFETY_CHECK_DELAY_MS } from '@pontual/server/publishing/publishing.rules.ts';
import type { FakeAccount, ReadyPost } from './external-services.ts';

export async function connectAccounts(
  database: Database,
  keyRing: KeyRing,
  accounts: readonly FakeAccount[],
): Promise<{ workspaceId: string; userId: string }[]> {
  const tokenStore = createInstagramAccounts({ database, keyRing });
  return database.inTransaction(async (tx) => {
    const owners = accounts.map(() => ({ workspaceId: newId(), userId: newId() }));
    await sql`insert into users (id, email)
      select id, id || '@bench.example' from unnest(${owners.map(({ userId }) => userId)}::uuid[]) id`.execute(
      tx,
    );
    await sql`insert into workspaces (id)
      select unnest(${owners.map(({ workspaceId }) => workspaceId)}::uuid[])`.execute(tx);
    await sql`insert into workspace_members (workspace_id, user_id)
      select * from unnest(${owners.map(({ workspaceId }) => workspaceId)}::uuid[],
                           ${owners.map(({ userId }) => userId)}::uuid[])`.execute(tx);
    const repository = createInstagramRepository(tx);
    for (const [index, account] of accounts.entries()) {
      const owner = owners[index];
      if (owner === undefined) continue;
      const { workspaceId, userId } = owner;
      const seal = (token: string) => tokenStore.seal(workspaceId, account.ig_user_id, token);
      await repository.connect({
        id: newId(),
        workspaceId,
        igUserId: account.ig_user_id,
        username: account.username,
        login: 'facebook',
        pageId: account.page_id,
        authorizerId: account.user_id,
        userToken: seal(account.user_access_token),
        pageToken: seal(account.page_access_token),
        userTokenExpiresAt: new Date(Date.now() + 60 * 86_400_000),
        dataAccessExpiresAt: new Date(Date.now() + 90 * 86_400_000),
        pictureFileId: null,
        connectedBy: userId,
      });
    }
    return owners;
  });
}

export async function insertPosts(
  database: Database,
  owners: readonly { workspaceId: string; userId: string }[],
  posts: readonly ReadyPost[],
  firstAt: number,
): Promise<void> {
  const rows = posts.map((post) => ({
    id: post.id,
    container_id: newId(),
    workspace_id: owners[post.account]?.workspaceId,
    user_id: owners[post.account]?.userId,
    ig_user_id: post.igUserId,
    graph_id: post.graphId,
    kind: post.type === 'CAROUSEL' ? 'parent' : 'single',
    media_type: post.type,
    caption: post.caption,
    due: new Date(firstAt + post.offsetMs).toISOString(),
  }));
  // The foreign keys are checked at the end.
  await sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id uuid, container_id uuid, workspace_id uuid, user_id uuid, ig_user_id text,
        graph_id text, kind text, media_type text, caption text, due timestamptz)),
    p as (
      insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time, target_ig_user_id)
      select id, workspace_id, user_id, media_type, caption, due, ig_user_id from r
      returning *),
    c as (
      insert into containers (id, post_id, revision, kind, ig_user_id, graph_id, state)
      select container_id, id, 1, kind, ig_user_id, graph_id, 'finished' from r
      returning id as container_id, post_id)
    insert into publications (${copiedColumns}, state, container_id, ig_user_id, good_until, next_step_at)
    select ${copiesOfPost}, 'prepared', container_id, target_ig_user_id, app_now() + interval '20 hours',
      scheduled_time + ${interval(SAFETY_CHECK_DELAY_MS)}
    from p join c on c.post_id = p.id`.execute(database.db);
  await sql`analyze`.execute(database.db);
}
