import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  aNotification,
  aWorkspace,
  testDatabase,
  useNotificationsWorld,
} from '../../testing/notifications.ts';
import { notify } from './notify.ts';

useNotificationsWorld();

async function storedMessages(where: ReturnType<typeof sql>) {
  const found = await sql<{ userId: string | null; content: { kind: string; to?: string } }>`
    select user_id as "userId", content from outbox where ${where}
    order by content ->> 'to'`.execute(testDatabase.database.db);
  return found.rows.map(({ userId, content: { kind, to } }) => ({ userId, kind, to }));
}

test('a message to the owners is an email to each of them, with its user', async () => {
  const { workspaceId, emails } = await aWorkspace(3);
  const { db } = testDatabase.database;
  const users = await sql<{ id: string; email: string }>`
    select id, email from users where email = any(${emails}) order by email`.execute(db);
  const [first, second, editor] = users.rows;
  await sql`update workspace_members set role = 'editor' where user_id = ${editor?.id}`.execute(db);
  await notify(db, { kind: 'payment-failed', workspaceId, plan: 'pro' });
  expect(await storedMessages(sql`content ->> 'to' = any(${emails})`)).toEqual([
    { userId: first?.id, kind: 'written', to: first?.email },
    { userId: second?.id, kind: 'written', to: second?.email },
  ]);
});

test('a message with the key of an earlier one is not stored again, and may have no user', async () => {
  const deletion = { deletionId: newId(), address: `${newId()}@exemplo.com.br`, code: 'c' };
  const { db } = testDatabase.database;
  await notify(db, { kind: 'account-deleted', ...deletion });
  await notify(db, { kind: 'account-deleted', ...deletion });
  expect(await storedMessages(sql`content ->> 'to' = ${deletion.address}`)).toEqual([
    { userId: null, kind: 'written', to: deletion.address },
  ]);
});

test('events of one call are stored together: one email for all notifications of a workspace', async () => {
  const { workspaceId, userId, emails } = await aWorkspace();
  await notify(
    testDatabase.database.db,
    aNotification(workspaceId),
    { kind: 'password-changed', userId },
    aNotification(workspaceId),
  );
  expect(
    await storedMessages(sql`workspace_id = ${workspaceId} or content ->> 'to' = any(${emails})`),
  ).toEqual([
    { userId, kind: 'written', to: emails[0] },
    { userId: null, kind: 'notifications', to: undefined },
  ]);
});
