import type { User } from '@pontual/contract/auth.ts';
import type { Failure } from '@pontual/contract/errors.ts';
import type { Post } from '@pontual/contract/posts.ts';
import sharp from 'sharp';
import { newId } from '../ids.ts';
import type { World } from './world.ts';

export const PASSWORD = 'Senha123';

/** An answer of the API, success or failure, as it came over the wire. */
export interface Answer<T> {
  status: number;
  body: { success: true; data: T } | Failure;
}

/** Somebody who uses the API with a session. */
export type Client = Awaited<ReturnType<typeof aUser>>;

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
): Promise<Answer<T>> {
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
  // The contract parses what goes out, on the server.
  return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
}

/** The data of a success. */
export function dataOf<T>({ body }: Answer<T>): T {
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data;
}

/** A registered user with a session. */
export async function aUser(world: World, email = `${newId()}@exemplo.com.br`) {
  const json = { email, password: PASSWORD };
  dataOf(await request(world, 'POST', '/auth/register', { json }));
  const { user, token } = dataOf(
    await request<{ user: User; token: string }>(world, 'POST', '/auth/login', { json }),
  );
  return {
    user,
    token,
    get: <T>(path: string) => request<T>(world, 'GET', path, { token }),
    post: <T>(path: string, json?: object) =>
      request<T>(world, 'POST', path, { token, ...(json === undefined ? {} : { json }) }),
    schedule: (form: FormData, headers: Record<string, string> = {}) =>
      request<{ post: Post }>(world, 'POST', '/schedule', { token, form, headers }),
  };
}

/** Connects an account by the button of this name; answers where the browser is sent. */
export async function connect(world: World, client: Client, button = 'atelie.barro') {
  const begun = await fetch(`${world.url}/api/auth/instagram-url`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { data } = (await begun.json()) as { data: { authUrl: string } };
  const choice = new URLSearchParams([...new URL(data.authUrl).searchParams, ['choice', button]]);
  const chosen = await fetch(data.authUrl.split('?')[0] ?? '', {
    method: 'POST',
    body: choice,
    redirect: 'manual',
  });
  const back = await fetch(chosen.headers.get('location') ?? '', {
    headers: { cookie },
    redirect: 'manual',
  });
  return back.headers.get('location')?.replace(world.url, '') ?? '';
}

export async function aConnectedUser(world: World): Promise<Client> {
  const client = await aUser(world);
  await connect(world, client);
  return client;
}

let shade = 0;

/** A JPEG of this size, unlike every other. */
export async function aPhoto(width = 1080, height = 1080): Promise<Blob> {
  shade += 1;
  const background = { r: (shade * 37) % 256, g: (shade * 101) % 256, b: (shade * 59) % 256 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

/** What the create form sends. */
export async function aForm(
  fields: Partial<Record<'mediaType' | 'caption' | 'scheduledTime' | 'demo', string>>,
  files: readonly { bytes: Blob; name: string }[] = [],
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ mediaType: 'IMAGE', caption: '', ...fields })) {
    form.append(name, value);
  }
  for (const { bytes, name } of files) form.append('media', bytes, name);
  return form;
}

/** A post of this client, due in so many ms. */
export async function aScheduledPost(
  world: World,
  client: Client,
  {
    caption = `Post ${newId()}`,
    dueInMs = 60_000,
    demo = false,
  }: { caption?: string; dueInMs?: number; demo?: boolean } = {},
): Promise<Post> {
  const scheduledTime = new Date(world.now().getTime() + dueInMs).toISOString();
  const photo = { bytes: await aPhoto(), name: 'foto.jpg' };
  const form = await aForm({ caption, scheduledTime, demo: String(demo) }, [photo]);
  return dataOf(await client.schedule(form)).post;
}

/** The post as its owner sees it now. */
export async function seenPost(client: Client, postId: string): Promise<Post> {
  const { posts } = dataOf(await client.get<{ posts: Post[] }>('/scheduled?limit=1000'));
  const found = posts.find((post) => post._id === postId);
  if (found === undefined) throw new Error('the post is not in the list');
  return found;
}
