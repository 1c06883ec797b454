import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { newId } from '../src/platform/ids.ts';
import {
  aDraft,
  aMessage,
  aPhoto,
  aPhotoFile,
  aScheduledPost,
  aUser,
  aVideoFile,
  PASSWORD,
  type Client,
} from './factories.ts';
import { aToken, aWebhook } from './integrations.ts';
import { aSubscribedBrowser } from './push.ts';
import type { World } from './world.ts';

export interface ExportClients {
  world: World;
  owner: Client;
  outsider: Client;
}

const aPhotoOfSize = async (width: number, height: number) => ({
  bytes: await aPhoto(width, height),
  name: 'foto.jpg',
});

export const workspaceOf = async (world: World, client: Client): Promise<string> => {
  const found = await sql<{ workspace_id: string }>`
    select workspace_id from workspace_members where user_id = ${client.user._id}`.execute(
    world.database.db,
  );
  return found.rows[0]?.workspace_id ?? '';
};

async function anUpload(world: World, client: Client, bytes: Buffer): Promise<string> {
  const upload = await new Promise<Upload>((resolve, reject) => {
    const sending = new Upload(bytes, {
      endpoint: `${world.url}/api/uploads`,
      headers: { authorization: `Bearer ${client.token}` },
      metadata: { filename: 'guardado.jpg' },
      onSuccess: () => resolve(sending),
      onError: reject,
    });
    sending.start();
  });
  return upload.url?.split('/').at(-1) ?? '';
}

export async function createAllData({ world, owner, outsider }: ExportClients) {
  const { db } = world.database;
  const workspace = await workspaceOf(world, owner);
  const shared = await aPhotoOfSize(1080, 1080);
  const carousel = await aScheduledPost(world, owner, {
    firstComment: 'Veja também o ateliê',
    mediaType: 'CAROUSEL',
    caption: 'Três peças, "ainda" úmidas\n#barro 🏺',
    files: [shared, await aPhotoFile(), await aVideoFile()],
    altText: JSON.stringify(['Uma tigela', 'Um vaso', 'O torno']),
  });
  const reel = await aScheduledPost(world, owner, {
    mediaType: 'REELS',
    thumbOffset: '1000',
    audioName: 'Som do torno',
    collaborators: JSON.stringify(['cafe.serra']),
    dueInMs: 3_600_000,
  });
  const draft = await aDraft(owner, { caption: 'Só uma ideia', files: [] });
  const cut = await aScheduledPost(world, owner, {
    files: [await aPhotoOfSize(1000, 2000)],
    fit: JSON.stringify(['crop']),
    userTags: JSON.stringify([{ username: 'cafe.serra', x: 0.5, y: 0.5 }]),
    dueInMs: 7_200_000,
  });
  await sql`update posts set edited_by = created_by where id = ${cut._id}`.execute(db);
  const secretDraft = await aDraft(outsider, { caption: 'De outra pessoa', files: [shared] });
  const unused = Buffer.from(await (await aPhoto(640, 640)).arrayBuffer());
  const upload = await anUpload(world, owner, unused);
  await owner.post('/account/email', { email: 'nova@exemplo.com.br', password: PASSWORD });
  await addBillingAndInsights({ world, owner, workspace, carousel, reel });
  await owner.post(
    '/support',
    aMessage({
      subject: 'O torno parou',
      message: 'www.a.exemplo www.b.exemplo www.c.exemplo',
    }),
  );
  await sql`insert into custom_templates (id, workspace_id, name, media_type, caption, frames)
    values (${newId()}, ${workspace}, 'Peça nova', 'IMAGE', 'Saiu: {peça}',
      ${['De perto']}::text[])`.execute(db);
  await owner.post('/hashtag-groups', { name: 'Barro', hashtags: ['barro', 'ceramica'] });
  await owner.post('/locations', { id: '213385402', name: 'Recife', address: 'Recife, PE' });
  await sql`insert into publishing_pauses (workspace_id, id, until)
    values (${workspace}, ${newId()}, app_now() + interval '1 day')`.execute(db);
  await sql`insert into queue_slots (id, workspace_id, weekday, minute)
    values (${newId()}, ${workspace}, 1, 720)`.execute(db);
  await sql`insert into invitations
      (id, workspace_id, email, role, token_hash, invited_by, expires_at, outcome, ended_at)
    values (${newId()}, ${workspace}, 'bia@exemplo.com.br', 'editor', '\\x00',
      ${owner.user._id}, app_now(), 'accepted', app_now())`.execute(db);
  await addSeries({ world, owner, workspace, reel });
  const batchId = newId();
  await sql`insert into post_batches (id, workspace_id, created_by, key, content_hash, posts)
    values (${batchId}, ${workspace}, ${owner.user._id}, 'k', 'h', 2)`.execute(db);
  await sql`insert into approvals (post_id, workspace_id, link_id, link_expires_at, requested_by, content_hash)
    values (${carousel._id}, ${workspace}, ${newId()}, app_now(), ${owner.user._id}, 'h')`.execute(
    db,
  );
  await sql`insert into approval_answers
      (id, post_id, workspace_id, name, verdict, note, content_hash, seen, by_link)
    values (${newId()}, ${carousel._id}, ${workspace}, 'Ana Souza', 'change_requested',
      'Mais luz', 'h', '{"caption": "Três peças"}', true)`.execute(db);
  const answered = await aDraft(await aUser(world), { caption: 'Da equipe vizinha' });
  await sql`insert into approval_answers
      (id, post_id, workspace_id, user_id, name, verdict, note, content_hash, seen, by_link)
    select gen_random_uuid(), id, workspace_id, ${owner.user._id}, 'Dona do ateliê', 'approved',
      'Ficou bom', 'hash', '{"caption": "Da equipe vizinha"}', false
    from posts where id = ${answered._id}`.execute(db);
  await sql`insert into batch_posts (post_id, batch_id)
    values (${carousel._id}, ${batchId})`.execute(db);
  await aSubscribedBrowser(world, owner);
  const secret = await aToken(owner, { name: 'Planilha da loja' });
  const webhook = await aWebhook(owner, 'https://loja.exemplo.com.br/avisos');
  return {
    answered,
    carousel,
    reel,
    draft,
    cut,
    secretDraft,
    upload,
    shared,
    unused,
    secret,
    webhook,
  };
}

type CreatedPost = Awaited<ReturnType<typeof aScheduledPost>>;

interface SeedContext {
  world: World;
  owner: Client;
  workspace: string;
  carousel: CreatedPost;
  reel: CreatedPost;
}

async function addBillingAndInsights({ world, owner, workspace, carousel, reel }: SeedContext) {
  const { db } = world.database;
  await sql`insert into identities (issuer, subject, user_id)
    values ('https://accounts.google.com', '10769150350006150715', ${owner.user._id})`.execute(db);
  await sql`insert into billing_customers (workspace_id, customer_id)
    values (${workspace}, 'cus_dona')`.execute(db);
  await sql`insert into subscriptions (workspace_id, subscription_id, status, plan, created_at)
    values (${workspace}, 'sub_dona', 'active', 'pro', app_now())`.execute(db);
  await sql`insert into billing_purchases (checkout_id, workspace_id)
    values ('cs_dona', ${workspace})`.execute(db);
  await sql`insert into payment_issues (id, workspace_id, kind, amount)
    values ('du_dona', ${workspace}, 'dispute', 1999)`.execute(db);
  await sql`insert into weekly_summaries (user_id, week, sent_at)
    values (${owner.user._id}, app_now(), app_now())`.execute(db);
  await sql`insert into post_insights (post_id, workspace_id, ig_user_id, media_type,
      scheduled_time, hashtags, reach, read_at)
    values (${carousel._id}, ${workspace}, '17841400000000001', 'CAROUSEL',
      app_now(), 1, 421, app_now())`.execute(db);
  await sql`insert into post_insight_readings (post_id, read_at, reach)
    values (${carousel._id}, app_now() - interval '1 day', 300),
      (${carousel._id}, app_now(), 421)`.execute(db);
  await sql`insert into account_insights (workspace_id, ig_user_id, day, followers, read_at)
    values (${workspace}, '17841400000000001', '2026-06-08', 4218, app_now())`.execute(db);
  await sql`insert into notifications (id, workspace_id, post_id, dedupe_key, code, message, action)
    values (${newId()}, ${workspace}, ${reel._id}, 'k', 'TOO_DARK',
      'O vídeo ficou escuro.', 'edit')`.execute(db);
}

async function addSeries({ world, owner, workspace, reel }: Omit<SeedContext, 'carousel'>) {
  const { db } = world.database;
  const seriesId = newId();
  await sql`insert into post_series (id, workspace_id, created_by, media_type, content, account,
      rule, minute, first_on, last_on, issue_message)
    values (${seriesId}, ${workspace}, ${owner.user._id}, 'IMAGE',
      '{"caption": "Toda sexta"}', '1', '{"every": "week", "weeks": 1, "weekdays": [5]}', 1080,
      '2026-11-27', '2027-01-29', 'Parou')`.execute(db);
  await sql`insert into post_series_media (series_id, position, file_id, alt_text)
    select ${seriesId}, 0, file_id, 'Uma mesa' from post_media
    where post_id = ${reel._id}`.execute(db);
  await sql`insert into post_series_skips values (${seriesId}, '2026-12-04')`.execute(db);
  await sql`update posts set series_id = ${seriesId}, occurrence_on = '2026-11-27'
    where id = ${reel._id}`.execute(db);
}
