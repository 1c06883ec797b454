import { randomBytes } from 'node:crypto';
import { dayKey, monthOf, startOfDay, weekOf } from '@pontual/contract/shared/brasilia-time.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '@pontual/server/platform/database/database.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '@pontual/server/platform/database/fragments/publication-copies.ts';
import type { Schema } from '@pontual/server/platform/database/tables.ts';
import { hashToken, newId } from '@pontual/server/platform/ids.ts';

export interface Size {
  name: string;
  /** `postsInMonth` of them are in the month; drafts without a date are extra. */
  ownPosts: number;
  postsInMonth: number;
  drafts: number;
  /** Posts of other accounts, `POSTS_PER_ACCOUNT` each. */
  otherPosts: number;
  insights?: boolean;
  /** How many days back posts of the account lie, and which share of them. */
  past?: { days: number; share: number };
}

const POSTS_PER_ACCOUNT = 3000;
const DEFAULT_PAST = { days: 1095, share: 0.75 };
const GRID_DAYS = 42;

export interface Owner {
  workspaceId: string;
  userId: string;
}

/** Returns the 42 days that the calendar shows for the month of `now` (specification, section 9). */
export function getCalendarGrid(now: Date): { from: Date; to: Date } {
  const { from } = weekOf(monthOf(now).from);
  return { from, to: startOfDay(dayKey(from), GRID_DAYS) };
}

/** As after years of use, posts of all accounts are mixed in the order of their creation. */
export async function fillDatabase(db: Db, owner: Owner, size: Size, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '256MB'`.execute(tx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    // The generated rows satisfy the foreign keys, and checking millions of them takes minutes.
    await sql`set local session_replication_role = replica`.execute(tx);
    const indexes = await dropIndexes(tx);
    await connectOwner(tx, owner);
    await insertOtherWorkspaces(tx, Math.ceil(size.otherPosts / POSTS_PER_ACCOUNT));
    await createPlannedPosts(tx, owner, size, now);
    await insertPosts(tx);
    await insertMedia(tx);
    for (const { definition } of indexes) await sql.raw(definition).execute(tx);
  });
  // PostgreSQL does this by itself after a while; without it, disk writes would disturb the measurement.
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}

export async function findOnlyOwner(db: Db): Promise<Owner> {
  const found = await sql<Owner>`select workspace_id as "workspaceId", user_id as "userId"
    from workspace_members`.execute(db);
  const [owner] = found.rows;
  if (owner === undefined) throw new Error('nobody has registered');
  return owner;
}

/** Opens a connection without the query timeout of the product. */
export function openWithoutTimeout(url: string): Db {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The database is dropped while the last connection closes.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Indexes that are built from all rows at once cost a quarter. Those of constraints stay. */
async function dropIndexes(tx: Tx): Promise<{ definition: string }[]> {
  const found = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid in ('posts'::regclass, 'publications'::regclass, 'media_files'::regclass,
        'post_media'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(tx);
  for (const { name } of found.rows) await sql`drop index ${sql.id(name)}`.execute(tx);
  return found.rows;
}

async function connectOwner(tx: Tx, { workspaceId, userId }: Owner): Promise<void> {
  await sql`update workspaces set plan = 'premium' where id = ${workspaceId}`.execute(tx);
  await sql`insert into instagram_accounts (ig_user_id, username, quota_total, quota_used, quota_read_at)
    values ('17841400000000001', 'atelie.barro', 100, 0, app_now())`.execute(tx);
  await sql`insert into instagram_connections (id, workspace_id, ig_user_id, page_id,
      authorizer_id, user_token, page_token, connected_by)
    values (${newId()}, ${workspaceId}, '17841400000000001', '1', '1', '', '', ${userId})`.execute(
    tx,
  );
}

async function insertOtherWorkspaces(tx: Tx, count: number): Promise<void> {
  await sql`create temporary table others on commit drop as
    select n, gen_random_uuid() as workspace_id, gen_random_uuid() as user_id
    from generate_series(1, ${count}::int) n`.execute(tx);
  await sql`insert into users (id, email) select user_id, user_id || '@bench.example' from others`.execute(
    tx,
  );
  await sql`insert into workspaces (id) select workspace_id from others`.execute(tx);
  await sql`insert into workspace_members (workspace_id, user_id)
    select workspace_id, user_id from others`.execute(tx);
}

async function createPlannedPosts(
  tx: Tx,
  { workspaceId, userId }: Owner,
  { ownPosts, postsInMonth, drafts, otherPosts, past = DEFAULT_PAST }: Size,
  now: Date,
): Promise<void> {
  const { from, to } = getCalendarGrid(now);
  const outsideMonth = sql`case when random() < ${past.share}::float8
    then ${from}::timestamptz - random() * ${past.days}::float8 * interval '1 day'
    else ${to}::timestamptz + random() * interval '365 days' end`;
  const anyTime = sql`${from}::timestamptz + (random() * 1460 - 1095) * interval '1 day'`;
  await sql`create temporary table planned on commit drop as
    with hours as (
      select ${workspaceId}::uuid as workspace_id, ${userId}::uuid as user_id,
             ${from}::timestamptz + (n - 0.5) / ${postsInMonth} * (${to}::timestamptz - ${from}) as hour
      from generate_series(1, ${postsInMonth}::int) n
      union all
      select ${workspaceId}, ${userId}, ${outsideMonth}
      from generate_series(1, ${ownPosts - postsInMonth}::int) n
      union all
      select workspace_id, user_id, ${anyTime}
      from generate_series(1, ${otherPosts}::int) nth
        join others on others.n = 1 + (nth - 1) / ${POSTS_PER_ACCOUNT}::int
      union all
      select ${workspaceId}, ${userId}, null from generate_series(1, ${drafts}::int)),
    chances as (select *, random() as of_type, random() as of_end from hours),
    made as (
      select *, least(coalesce(hour, ${now}) - interval '10 days' + random() * interval '9 days', ${now})
                as created_at,
        case when of_type < 0.4 then 'IMAGE' when of_type < 0.65 then 'REELS'
             when of_type < 0.85 then 'CAROUSEL' when of_type < 0.95 then 'STORIES'
             else 'VIDEO' end as media_type,
        case when hour is null or (hour > ${now} and of_end < 0.03) then 'draft'
             when hour > ${now} then 'scheduled'
             when of_end < 0.97 then 'published' when of_end < 0.98 then 'failed'
             when of_end < 0.99 then 'error' else 'expired' end as status
      from chances)
    select row_number() over (order by created_at) as n, ${buildIdAt(sql`created_at`)} as id, made.*
    from made`.execute(tx);
}

const buildIdAt = (instant: ReturnType<typeof sql>) => sql`
  (lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '7' ||
   substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

const CAPTIONS = [
  'Fornada nova de canecas esmaltadas à mão, cada uma com um azul só dela. Encomendas até sexta! 💙 #ceramica #feitoamao #ateliebarro #canecas',
  'Bom dia! Hoje tem café coado na hora, pão de queijo saindo do forno e mesa na calçada. Marque quem precisa deste café. #cafedaserra #manha',
  'Bastidores da queima: foram doze horas de forno, e a abertura é sempre uma surpresa. Qual destas peças você levaria para casa? Conte nos comentários.',
];

async function insertPosts(tx: Tx): Promise<void> {
  await sql`insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time,
      created_at, updated_at, audio_name, collaborators, location_id, user_tags, target_ig_user_id)
    select id, workspace_id, user_id, media_type,
      (${CAPTIONS}::text[])[1 + n % ${CAPTIONS.length}], date_trunc('minute', hour), created_at, created_at,
      case when media_type = 'REELS' and n % 3 = 0 then 'Áudio original' end,
      case when media_type = 'REELS' and n % 5 = 0 then array['cafe.serra'] else '{}' end,
      case when n % 7 = 0 then '213385402' end,
      case when n % 4 = 0 then '[{"username":"cafe.serra","x":0.5,"y":0.5}]'::jsonb else '[]' end,
      case when status <> 'draft' and workspace_id in (select k.workspace_id from instagram_connections k)
        then '17841400000000001' end
    from planned order by n`.execute(tx);
  await sql`insert into publications (${copiedColumns}, state, updated_at, next_step_at, published_at,
      media_id, permalink, error_code, error_message, error_action)
    select ${copiesOfPost}, case when status = 'scheduled' then 'preparing' else status end, updated_at,
      case when status = 'scheduled' then hour - interval '30 minutes' end,
      case when status = 'published' then hour + interval '120 ms' end,
      case when status = 'published' then '179' || lpad(n::text, 14, '0') end,
      case when status = 'published' then 'https://www.instagram.com/p/' || substr(md5(n::text), 1, 11) || '/' end,
      case when status in ('failed', 'error', 'expired') then '9004' end,
      case when status in ('failed', 'error', 'expired') then 'O Instagram não conseguiu ler a imagem. Troque a imagem e publique de novo.' end,
      case when status in ('failed', 'error', 'expired') then 'change_media' end
    from posts join (select n, id as post_id, hour, status from planned) o on o.post_id = posts.id
    order by n`.execute(tx);
}

async function insertMedia(tx: Tx): Promise<void> {
  await sql`create temporary table files on commit drop as
    select p.n, p.id as post_id, p.workspace_id, p.created_at, i as position,
      ${buildIdAt(sql`p.created_at`)} as id, p.media_type in ('REELS', 'VIDEO') as is_video
    from planned p, generate_series(0, case when p.media_type = 'CAROUSEL' then 2 else 0 end) i`.execute(
    tx,
  );
  await sql`insert into media_files (id, workspace_id, kind, content_type, sha256, thumbnail_sha256,
      cover_sha256, bytes, width, height, duration_ms, created_at)
    select id, workspace_id, case when is_video then 'video' else 'image' end,
      case when is_video then 'video/mp4' else 'image/jpeg' end,
      md5(id::text) || md5('b' || id), md5('t' || id) || md5('u' || id),
      case when is_video then md5('c' || id) || md5('d' || id) end,
      case when is_video then 9000000 else 350000 end, 1080,
      case when is_video then 1920 else 1080 end, case when is_video then 21400 end, created_at
    from files order by n, position`.execute(tx);
  await sql`insert into post_media (post_id, position, file_id, alt_text)
    select post_id, position, id, case when n % 3 = 0 then 'Uma caneca azul sobre a mesa de madeira' end
    from files order by n, position`.execute(tx);
}

export async function openSession(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into sessions (id, user_id, token_hash, user_agent, expires_at)
    values (${newId()}, ${userId}, ${hashToken(token)}, 'bench', app_now() + interval '1 day')`.execute(
    db,
  );
  return token;
}

export async function prepareUploads(
  db: Db,
  { workspaceId }: Owner,
  count: number,
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: `${workspaceId}_${newId()}`,
    file: newId(),
  }));
  await sql`
    with r as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, file uuid)),
    f as (
      insert into media_files (id, workspace_id, kind, sha256, thumbnail_sha256, bytes, width, height)
      select file, ${workspaceId}, 'image', md5(file::text) || md5(id), md5(id) || md5(file::text),
        350000, 1080, 1080 from r)
    insert into uploads (id, workspace_id, file_id, sent_sha256, sent_bytes)
    select id, ${workspaceId}, file, md5(file::text) || md5(id), 350000 from r`.execute(db);
  return rows.map(({ id }) => id);
}
