import { login, register, type User } from '@pontual/contract/auth.ts';
import type { CallOf, DataOf, Endpoint } from '@pontual/contract/endpoint.ts';
import { chooseAccounts, instagramUrl, readChoice } from '@pontual/contract/instagram.ts';
import { paths } from '@pontual/contract/paths.ts';
import { saveDraft, schedulePost } from '@pontual/contract/post-changes.ts';
import { listPosts, type Post } from '@pontual/contract/posts.ts';

export interface Account {
  email: string;
  password: string;
  token: string;
  user: User;
}

/** Calls the API as the web application does; a refusal throws its code and text. */
export async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  given: { token?: string; body?: CallOf<E>['body'] } = {},
): Promise<DataOf<E>> {
  const response = await fetch(`${url}/api${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      ...authorization(given.token),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  });
  return dataOf(endpoint, response);
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function dataOf<E extends Endpoint>(endpoint: E, response: Response): Promise<DataOf<E>> {
  const body: unknown = await response.json();
  const isSuccess = typeof body === 'object' && body !== null && 'data' in body;
  if (!response.ok || !isSuccess) {
    throw new Error(`${endpoint.path}: ${response.status} ${JSON.stringify(body)}`);
  }
  // The schema is the endpoint's own; TypeScript loses that through the generic index.
  return endpoint.data.parse(body.data) as DataOf<E>;
}

let people = 0;

/** Somebody nobody else knows, logged in. */
export async function newAccount(url: string): Promise<Account> {
  people += 1;
  const email = `pessoa${people}-${process.pid}-${Date.now()}@example.com`;
  const password = 'Senha1';
  await call(url, register, { body: { email, password } });
  const { user, token } = await call(url, login, { body: { email, password } });
  return { email, password, token, user };
}

/** Goes through the dialog as a browser does, cookie and redirects included; for `another` beside the first. */
export async function connectInstagram(
  url: string,
  token: string,
  username = 'atelie.barro',
  { another = false } = {},
): Promise<void> {
  const begun = await fetch(`${url}/api${instagramUrl.path}?another=${another}`, {
    headers: authorization(token),
  });
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { authUrl } = await dataOf(instagramUrl, begun);
  const dialog = new URL(authUrl);
  const form = new URLSearchParams(dialog.search);
  form.set('choice', username);
  dialog.search = '';
  const chosen = await fetch(dialog, { method: 'POST', body: form, redirect: 'manual' });
  const returned = await fetch(locationOf(chosen), { headers: { cookie }, redirect: 'manual' });
  const end = locationOf(returned);
  // Where another account is connected it is asked whether this one takes its place.
  if (end.endsWith(paths.chooseAccounts)) {
    const headers = { ...authorization(token), cookie };
    const offered = await fetch(`${url}/api${readChoice.path}`, { headers });
    const { accounts } = await dataOf(readChoice, offered);
    const chosen = accounts.find((account) => account.username === username);
    const body = JSON.stringify({ accounts: [chosen?.instagramAccountId] });
    const sent = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    };
    await dataOf(chooseAccounts, await fetch(`${url}/api${chooseAccounts.path}`, sent));
    return;
  }
  if (!end.includes('connected=true')) throw new Error(`connecting ended at ${end}`);
}

function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.url}: no redirect, ${response.status}`);
  return location;
}

/** A picture, those of a carousel, or a reel whose cover is at so many milliseconds. */
type Medium =
  | { picture: Buffer }
  | { pictures: readonly Buffer[] }
  | { reel: Buffer; thumbOffset?: number };

export async function schedule(
  url: string,
  token: string,
  given: { caption: string; scheduledTime: Date; account?: string } & Medium,
): Promise<Post> {
  const form = new FormData();
  form.append('caption', given.caption);
  form.append('scheduledTime', given.scheduledTime.toISOString());
  if (given.account !== undefined) form.append('instagramAccountId', given.account);
  if ('picture' in given) {
    form.append('mediaType', 'IMAGE');
    form.append('media', new Blob([new Uint8Array(given.picture)]), 'foto.jpg');
  } else if ('pictures' in given) {
    form.append('mediaType', 'CAROUSEL');
    for (const picture of given.pictures) {
      form.append('media', new Blob([new Uint8Array(picture)]), 'foto.jpg');
    }
  } else {
    form.append('mediaType', 'REELS');
    if (given.thumbOffset !== undefined) form.append('thumbOffset', String(given.thumbOffset));
    form.append('media', new Blob([new Uint8Array(given.reel)]), 'torno.mp4');
  }
  const response = await fetch(`${url}/api${schedulePost.path}`, {
    method: schedulePost.method,
    headers: authorization(token),
    body: form,
  });
  return (await dataOf(schedulePost, response)).post;
}

/** Keeps a picture as a draft, with its hour or without. */
export async function draft(
  url: string,
  token: string,
  given: { caption: string; picture: Buffer; scheduledTime?: Date },
): Promise<Post> {
  const form = new FormData();
  form.append('caption', given.caption);
  if (given.scheduledTime !== undefined) {
    form.append('scheduledTime', given.scheduledTime.toISOString());
  }
  form.append('media', new Blob([new Uint8Array(given.picture)]), 'foto.jpg');
  const response = await fetch(`${url}/api${saveDraft.path}`, {
    method: saveDraft.method,
    headers: authorization(token),
    body: form,
  });
  return (await dataOf(saveDraft, response)).post;
}

export async function postsOf(
  url: string,
  token: string,
  query: { status?: Post['status'] } = {},
): Promise<Post[]> {
  const path = `${listPosts.path}?${new URLSearchParams(query).toString()}`;
  return (await call(url, { ...listPosts, path }, { token })).posts;
}
