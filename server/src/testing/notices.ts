import { sql } from 'kysely';
import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { PostStatus } from '@pontual/contract/posts.ts';
import type { PostStage } from '../database/tables.ts';
import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../clock.ts';
import { newId } from '../ids.ts';
import { createKeyRing } from '../key-ring.ts';
import { createLog } from '../log.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { createMediaLinks } from '../media/media.links.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createNotices, type Notices } from '../notices/notices.ts';
import type { Notice } from '../notices/notices.repository.ts';

export const PUBLIC_URL = 'https://pontual.example';
export const HOUR_MS = 3_600_000;
export const UNFIT = '36001/2207005';
const log = createLog('silent');
const keyRing = createKeyRing(`test:${Buffer.alloc(32, 7).toString('base64')}`);

let sandbox: Sandbox;
let control: SandboxControl;
export let testDatabase: TestDatabase;
export let mailer: Mailer;
/** Of one file of tests: its sandbox, which takes the mails, and its database. */
export function useNoticesWorld(): void {
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

/** The notices of one process, and the jobs that it sends. */
export function noticesWith(own: Pick<Mailer, 'send'> = mailer) {
  const jobs: { workspaceId: string; startAfter: Date | undefined }[] = [];
  const notices = createNotices({
    database: testDatabase.database,
    jobs: {
      send: async (_tx, _queue, sent) => {
        for (const { data, startAfter } of sent) {
          // Only the queue of mails is used, whose jobs name a workspace.
          jobs.push({ ...(data as { workspaceId: string }), startAfter });
        }
      },
    },
    mailer: own,
    publicUrl: PUBLIC_URL,
    links: createMediaLinks(keyRing, systemClock, PUBLIC_URL),
    log,
  });
  return { ...notices, jobs };
}

export const add = (notices: Pick<Notices, 'add'>, told: readonly Notice[]) =>
  testDatabase.database.inTransaction((tx) => notices.add(tx, told));

/** A workspace with so many members. */
export async function aWorkspace(members = 1) {
  const { db } = testDatabase.database;
  const workspaceId = newId();
  const users = Array.from({ length: members }, (_, index) => ({
    id: newId(),
    email: `membro${index}.${workspaceId}@exemplo.com.br`,
    password_hash: null,
  }));
  await db.insertInto('workspaces').values({ id: workspaceId }).execute();
  await db.insertInto('users').values(users).execute();
  await db
    .insertInto('workspace_members')
    .values(users.map(({ id }) => ({ workspace_id: workspaceId, user_id: id })))
    .execute();
  return { workspaceId, userId: users[0]?.id ?? '', emails: users.map(({ email }) => email) };
}

/** A post of that workspace at 10:30 in Brasília of some day. */
export async function aPost(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  {
    caption = 'Caneca dupla',
    status = 'scheduled',
    hour = '2099-06-09T13:30:00Z',
    code = UNFIT,
    account,
    attempted,
    stage,
  }: {
    caption?: string;
    status?: PostStatus;
    hour?: string;
    code?: string;
    account?: string;
    /** The account of the last attempt, where it is another. */
    attempted?: string;
    stage?: PostStage;
  } = {},
) {
  const id = newId();
  for (const name of [account, attempted]) if (name !== undefined) await anAccount(name);
  await testDatabase.database.db
    .insertInto('posts')
    .values({
      id,
      workspace_id: workspaceId,
      created_by: userId,
      media_type: 'REELS',
      status,
      caption,
      scheduled_time: new Date(hour),
      error_code: code,
      target_ig_user_id: account ?? null,
      ig_user_id: attempted ?? null,
      ...(stage && { stage, next_look_at: sql<Date>`app_now()` }),
      ...(status === 'published' ? { published_at: sql<Date>`app_now()` } : {}),
    })
    .execute();
  return id;
}

/** An account of Instagram, whose id is its name here. */
const anAccount = (username: string) =>
  sql`insert into instagram_accounts (ig_user_id, username) values (${username}, ${username})
    on conflict do nothing`.execute(testDatabase.database.db);

/** What a workspace is connected by; its authorisation is refused, or ends in so many days. */
export async function aConnection(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  {
    refused = false,
    days = 60,
    account = 'atelie',
  }: { refused?: boolean; days?: number; account?: string } = {},
) {
  const { db } = testDatabase.database;
  const id = newId();
  await anAccount(account);
  await sql`insert into instagram_connections
      (id, workspace_id, ig_user_id, page_id, facebook_user_id, user_token, page_token,
       connected_by, needs_reconnect, user_token_expires_at)
    values (${id}, ${workspaceId}, ${account}, '2', '3', 'u', 'p', ${userId}, ${refused},
      app_now() + make_interval(days => ${days}))`.execute(db);
  return id;
}

export const aNotice = (workspaceId: string, more: Partial<Notice> = {}): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: newId(),
  code: UNFIT,
  message: 'O Instagram não aceita o formato desta imagem.',
  action: 'change_media',
  ...more,
});

/** What arrived for this workspace. */
export const mailOf = ({ workspaceId }: { workspaceId: string }) => control.mail(workspaceId);
