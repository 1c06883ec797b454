import type { User } from '@pontual/contract/identity/auth.ts';
import type { readAccountChoice } from '@pontual/contract/instagram/instagram.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { Failure } from '@pontual/contract/shared/errors.ts';
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import type { TemplateContent } from '@pontual/contract/posts/templates.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { newId } from '../src/platform/ids.ts';
import { aVideo } from './videos.ts';
import type { World } from './world.ts';

export const PASSWORD = 'Senha123';

export interface ApiResponse<T> {
  status: number;
  body: { success: true; data: T } | Failure;
}

export type InstagramChoice = DataOf<typeof readAccountChoice>;

interface AcceptedPost {
  post: Post;
  warning: string | null;
  textWarnings: string[];
}

export type Client = ReturnType<typeof clientOf>;

export async function request<T>(
  world: World,
  method: string,
  path: string,
  options: {
    token?: string;
    json?: object;
    form?: FormData;
    headers?: Record<string, string>;
  } = {},
): Promise<ApiResponse<T>> {
  const response = await fetch(`${world.url}/api${path}`, {
    method,
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.form === undefined ? {} : { body: options.form }),
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
  });
  // The server serializes responses by the contract.
  return { status: response.status, body: (await response.json()) as ApiResponse<T>['body'] };
}

export function dataOf<T>({ body }: ApiResponse<T>): T {
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data;
}

/** Whose address is verified, without an email about it. */
export async function aUser(world: World, email?: string): Promise<Client> {
  const client = await anUnverifiedUser(world, email);
  const { _id: id } = client.user;
  const { db } = world.database;
  await sql`update users set email_verified_at = app_now() where id = ${id}`.execute(db);
  await sql`delete from outbox o using email_verifications v
    where v.user_id = ${id} and o.key = 'email-verification ' || v.id`.execute(db);
  await sql`delete from email_verifications where user_id = ${id}`.execute(db);
  return { ...client, user: { ...client.user, isEmailVerified: true } };
}

/** As registration leaves a user. */
export async function anUnverifiedUser(
  world: World,
  email = `${newId()}@exemplo.com.br`,
): Promise<Client> {
  const json = { email, password: PASSWORD };
  dataOf(await request(world, 'POST', '/auth/register', { json }));
  const { user, token } = dataOf(
    await request<{ user: User; token: string }>(world, 'POST', '/auth/login', { json }),
  );
  return clientOf(world, user, token);
}

export function clientOf(world: World, user: User, token: string) {
  return {
    user,
    token,
    get: <T>(path: string) => request<T>(world, 'GET', path, { token }),
    post: <T>(path: string, json?: object) =>
      request<T>(world, 'POST', path, { token, ...(json === undefined ? {} : { json }) }),
    put: <T = AcceptedPost>(path: string, body: object) =>
      request<T>(world, 'PUT', path, {
        token,
        ...(body instanceof FormData ? { form: body } : { json: body }),
      }),
    delete: <T>(path: string) => request<T>(world, 'DELETE', path, { token }),
    schedule: (form: FormData, headers: Record<string, string> = {}) =>
      request<AcceptedPost>(world, 'POST', '/schedule', { token, form, headers }),
    saveDraft: (form: FormData, headers: Record<string, string> = {}) =>
      request<AcceptedPost>(world, 'POST', '/schedule/draft', { token, form, headers }),
  };
}

/** On the second screen of the dialog; undefined selects all. */
interface GrantSelection {
  pages?: readonly string[];
  accounts?: readonly string[];
  without?: readonly string[];
}

/** Selects all accounts on the choice page. Returns the path of the final redirect. */
export const connect = (world: World, client: Client, button = 'atelie.barro') =>
  connectAll(world, client, button, beginAuthorization(world, client));

/** The authorization may have begun before. */
export const connectAnother = (
  world: World,
  client: Client,
  button: string,
  begun: Authorization | Promise<Authorization> = beginAuthorization(
    world,
    client,
    '?another=true',
  ),
) => connectAll(world, client, button, begun);

async function connectAll(
  world: World,
  client: Client,
  button: string,
  begun: Authorization | Promise<Authorization>,
) {
  const { end, cookie } = await completeAuthorization(world, await begun, button);
  if (end !== '/connected/choose') return end;
  const path = '/auth/instagram/choice';
  const options = { token: client.token, headers: { cookie } };
  const { accounts } = dataOf(await request<InstagramChoice>(world, 'GET', path, options));
  const chosen = accounts.map(({ instagramAccountId: id }) => id);
  dataOf(await request(world, 'POST', path, { ...options, json: { accounts: chosen } }));
  return '/connected?connected=true';
}

type Authorization = Awaited<ReturnType<typeof beginAuthorization>>;

/** The cookie binds the authorization to its browser. */
export async function beginAuthorization(world: World, client: Client, query = '') {
  const begun = await fetch(`${world.url}/api/auth/instagram-url${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { data } = (await begun.json()) as { data: { authUrl: string } };
  return { authUrl: data.authUrl, cookie };
}

/** Returns the path of the final redirect and the cookie. */
export async function authorize(
  world: World,
  client: Client,
  button: string,
  { query, selection }: { query?: string; selection?: GrantSelection } = {},
) {
  const begun = await beginAuthorization(world, client, query);
  return completeAuthorization(world, begun, button, selection);
}

async function completeAuthorization(
  world: World,
  { authUrl, cookie }: Authorization,
  button: string,
  selection?: GrantSelection,
) {
  const { searchParams } = new URL(authUrl);
  const scopes = (searchParams.get('scope') ?? '').split(',');
  const ticked: [string, string][] =
    selection === undefined
      ? []
      : [
          ['step', 'grant'],
          ['page', (selection.pages ?? []).join(',')],
          ['account', (selection.accounts ?? selection.pages ?? []).join(',')],
          ['permission', scopes.filter((one) => !selection.without?.includes(one)).join(',')],
        ];
  const choice = new URLSearchParams([...searchParams, ['choice', button], ...ticked]);
  const chosen = await fetch(authUrl.split('?')[0] ?? '', {
    method: 'POST',
    body: choice,
    redirect: 'manual',
  });
  const back = await fetch(chosen.headers.get('location') ?? '', {
    headers: { cookie },
    redirect: 'manual',
  });
  return { end: back.headers.get('location')?.replace(world.url, '') ?? '', cookie };
}

export async function aConnectedUser(world: World): Promise<Client> {
  const client = await aUser(world);
  await connect(world, client);
  return client;
}

export const aMessage = (overrides: Partial<SupportMessage> = {}): SupportMessage => ({
  name: 'Nina Prado',
  email: `${newId()}@exemplo.com.br`,
  category: 'tecnico',
  subject: `Vídeo recusado ${newId()}`,
  message: 'O vídeo de 42 segundos falhou às 10:00.\nO mesmo arquivo sobe pelo celular.',
  ...overrides,
});

let shade = 0;

/** The last 255 photos of this process have other colours. */
export async function aPhoto(width = 1080, height = 1080): Promise<Blob> {
  shade += 1;
  const background = { r: (shade * 37) % 256, g: (shade * 101) % 256, b: (shade * 59) % 256 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

export interface UploadFile {
  bytes: Blob;
  name: string;
}

export const aPhotoFile = async (name = 'foto.jpg'): Promise<UploadFile> => ({
  bytes: await aPhoto(320, 320),
  name,
});
export const aVideoFile = async (name = 'video.mp4'): Promise<UploadFile> => ({
  bytes: await aVideo(),
  name,
});

const filesFor: Record<MediaType, () => Promise<UploadFile[]>> = {
  IMAGE: async () => [await aPhotoFile()],
  VIDEO: async () => [await aVideoFile()],
  REELS: async () => [await aVideoFile()],
  STORIES: async () => [await aPhotoFile()],
  CAROUSEL: async () => [await aPhotoFile(), await aPhotoFile(), await aPhotoFile()],
};

type Field =
  | 'mediaType'
  | 'caption'
  | 'scheduledTime'
  | 'demo'
  | 'queue'
  | 'repeat'
  | 'following'
  | 'shareToFeed'
  | 'thumbOffset'
  | 'audioName'
  | 'collaborators'
  | 'locationId'
  | 'userTags'
  | 'firstComment'
  | 'altText'
  | 'fit'
  | 'instagramAccountId'
  | 'uploadIds';
type Fields = Partial<Record<Field, string>>;

export function aFormOf(fields: Fields, files: readonly UploadFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, name } of files) form.append('media', bytes, name);
  return form;
}

export async function aForm(fields: Fields, files: readonly UploadFile[] = []): Promise<FormData> {
  return aFormOf({ mediaType: 'IMAGE', caption: '', ...fields }, files);
}

interface PostOptions extends Omit<Fields, 'mediaType' | 'scheduledTime' | 'demo'> {
  mediaType?: MediaType;
  files?: readonly UploadFile[];
  dueInMs?: number;
  demo?: boolean;
}

export async function aScheduledPost(
  world: World,
  client: Client,
  options: PostOptions = {},
): Promise<Post> {
  const { mediaType = 'IMAGE', dueInMs = 60_000, demo = false, files, ...fields } = options;
  // On a busy machine a near due time would pass meanwhile.
  const sent = files ?? (await filesFor[mediaType]());
  const scheduledTime = new Date(world.now().getTime() + dueInMs).toISOString();
  const form = aFormOf(
    { caption: `Post ${newId()}`, ...fields, mediaType, scheduledTime, demo: String(demo) },
    sent,
  );
  return dataOf(await client.schedule(form)).post;
}

export async function aDraft(
  client: Client,
  { mediaType = 'IMAGE', files, ...fields }: Omit<PostOptions, 'dueInMs' | 'demo'> = {},
): Promise<Post> {
  const form = aFormOf({ mediaType, ...fields }, files ?? (await filesFor[mediaType]()));
  return dataOf(await client.saveDraft(form)).post;
}

export async function fetchPost(client: Client, postId: string): Promise<Post> {
  const { posts } = dataOf(await client.get<{ posts: Post[] }>('/scheduled?limit=1000'));
  const found = posts.find((post) => post._id === postId);
  if (found === undefined) throw new Error('the post is not in the list');
  return found;
}

export const aTemplate = (overrides: Partial<TemplateContent> = {}): TemplateContent => ({
  name: `Fornada ${newId()}`,
  mediaType: 'IMAGE',
  caption: 'Saiu do forno: {produto}.\n\n#padaria',
  frames: ['{produto} de perto'],
  ...overrides,
});
