import { sql } from 'kysely';
import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { PostStatus } from '@pontual/contract/posts/posts.ts';
import type { PublicationState } from '../src/platform/database/rows.ts';
import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../src/platform/clock.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../src/platform/database/fragments/publication-copies.ts';
import { newId } from '../src/platform/ids.ts';
import { createKeyRing } from '../src/platform/key-ring.ts';
import { createMailer, type Mailer } from '../src/platform/mail/mailer.ts';
import { createMediaLinks } from '../src/media/links.ts';
import { createEmailOutbox, deliverDue } from './outbox.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import type {
  IssueNotification,
  WorkspaceNotification,
} from '../src/notifications/kinds/workspace-notifications.ts';
import { createNotificationsEmail } from '../src/notifications/notifications.service.ts';
import { notify } from '../src/notifications/notify.ts';

export const PUBLIC_URL = 'https://pontual.example';
export const HOUR_MS = 3_600_000;
export const UNFIT_CODE = '36001/2207005';
const keyRing = createKeyRing(`test:${Buffer.alloc(32, 7).toString('base64')}`);

let sandbox: Sandbox;
let control: SandboxControl;
export let testDatabase: TestDatabase;
export let mailer: Mailer;
export function useNotificationsWorld(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    control = createSandboxControl(sandbox.url);
    testDatabase = await createTestDatabase();
    mailer = mailerTo(sandbox.services.SMTP_URL);
  });
  afterAll(async () => {
    mailer.close();
    await testDatabase.drop();
    await sandbox.close();
  });
}

export const mailerTo = (smtpUrl: string) =>
  createMailer({ smtpUrl, from: 'Pontual <avisos@pontual.example>', publicUrl: PUBLIC_URL });

/** A process that sends emails through `customMailer`. */
export function createTestNotifications(customMailer: Pick<Mailer, 'send'> = mailer) {
  const { database } = testDatabase;
  const links = createMediaLinks(keyRing, systemClock, PUBLIC_URL);
  const deps = { database, publicUrl: PUBLIC_URL, links };
  const outbox = createEmailOutbox(database, customMailer, {
    notifications: createNotificationsEmail(deps),
  });
  return {
    /** Sends what waits for the workspace, also what is not due yet. */
    async deliver(workspaceId: string): Promise<void> {
      await sql`update outbox set next_at = app_now()
        where workspace_id = ${workspaceId} and state = 'waiting'`.execute(database.db);
      await deliverDue(outbox, 'email');
    },
  };
}

/** The emails of a workspace that are stored, by age. */
export async function storedEmails({ workspaceId }: { workspaceId: string }) {
  const found = await sql<{ state: string; result: string | null; delay_s: number }>`
    select state, result, extract(epoch from next_at - created_at)::float8 as delay_s
    from outbox where workspace_id = ${workspaceId} order by id`.execute(testDatabase.database.db);
  return found.rows;
}

export const addNotifications = (notifications: readonly WorkspaceNotification[]) =>
  testDatabase.database.inTransaction((tx) => notify(tx, ...notifications));

export async function aWorkspace(members = 1) {
  const { db } = testDatabase.database;
  const workspaceId = newId();
  const users = Array.from({ length: members }, (_, index) => ({
    id: newId(),
    email: `membro${index}.${workspaceId}@exemplo.com.br`,
    password_hash: null,
    email_verified_at: new Date(),
  }));
  await db.insertInto('workspaces').values({ id: workspaceId }).execute();
  await db.insertInto('users').values(users).execute();
  await db
    .insertInto('workspace_members')
    .values(users.map(({ id }) => ({ workspace_id: workspaceId, user_id: id })))
    .execute();
  return { workspaceId, userId: users[0]?.id ?? '', emails: users.map(({ email }) => email) };
}

/** Due at 10:30 Brasília time of a fixed day. */
export async function aPost(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  {
    caption = 'Caneca dupla',
    status = 'scheduled',
    dueAt = '2099-06-09T13:30:00Z',
    code = UNFIT_CODE,
    instagramAccount,
    attemptedAccount,
    state,
  }: {
    caption?: string;
    status?: PostStatus;
    dueAt?: string;
    code?: string;
    instagramAccount?: string;
    /** If it differs from the target. */
    attemptedAccount?: string;
    /** Of a post that is scheduled or pending. */
    state?: PublicationState;
  } = {},
) {
  const id = newId();
  for (const name of [instagramAccount, attemptedAccount])
    if (name !== undefined) await insertInstagramAccount(name);
  const { db } = testDatabase.database;
  await db
    .insertInto('posts')
    .values({
      id,
      workspace_id: workspaceId,
      created_by: userId,
      media_type: 'REELS',
      caption,
      scheduled_time: new Date(dueAt),
      target_ig_user_id: instagramAccount ?? null,
    })
    .execute();
  const isActive = status === 'scheduled' || status === 'pending';
  await sql`insert into publications (${copiedColumns}, state, is_pending, next_step_at, ig_user_id,
      error_code, published_at)
    select ${copiesOfPost}, ${state ?? (isActive ? 'preparing' : status)}, ${status === 'pending'},
      case when ${isActive} then app_now() end, ${attemptedAccount ?? null}, ${code},
      case when ${status === 'published'} then app_now() end
    from posts where id = ${id}`.execute(db);
  return id;
}

const insertInstagramAccount = (username: string) =>
  sql`insert into instagram_accounts (ig_user_id, username) values (${username}, ${username})
    on conflict do nothing`.execute(testDatabase.database.db);

export async function aConnection(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  {
    refused = false,
    days = 60,
    instagramAccount = 'atelie',
  }: { refused?: boolean; days?: number; instagramAccount?: string } = {},
) {
  const { db } = testDatabase.database;
  const id = newId();
  await insertInstagramAccount(instagramAccount);
  await sql`insert into instagram_connections
      (id, workspace_id, ig_user_id, page_id, authorizer_id, user_token, page_token,
       connected_by, needs_reconnect, user_token_expires_at)
    values (${id}, ${workspaceId}, ${instagramAccount}, '2', '3', 'u', 'p', ${userId}, ${refused},
      app_now() + make_interval(days => ${days}))`.execute(db);
  return id;
}

export const aNotification = (
  workspaceId: string,
  more: Partial<IssueNotification> = {},
): IssueNotification & { workspaceId: string } => ({
  kind: 'issue',
  workspaceId,
  postId: null,
  dedupeKey: newId(),
  code: UNFIT_CODE,
  message: 'O Instagram não aceita o formato desta imagem.',
  action: 'change_media',
  ...more,
});

export const fetchEmails = ({ workspaceId }: { workspaceId: string }) => control.mail(workspaceId);
