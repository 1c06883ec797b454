import { expect } from '@playwright/test';
import { login, me, register, type User } from '@pontual/contract/identity/auth.ts';
import { verifyEmail } from '@pontual/contract/identity/user.ts';
import type { CallOf, DataOf, Endpoint } from '@pontual/contract/shared/endpoint.ts';
import {
  chooseInstagramAccounts,
  getInstagramAuthUrl,
  readAccountChoice,
} from '@pontual/contract/instagram/instagram.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import { saveDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { connectSandbox } from './sandbox.ts';
import { listPosts, type Post } from '@pontual/contract/posts/posts.ts';

export interface TestUser {
  email: string;
  password: string;
  token: string;
  user: User;
}

/** @throws Error with code and message of a refusal */
export async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  options: { token?: string; body?: CallOf<E>['body'] } = {},
): Promise<DataOf<E>> {
  const response = await fetch(`${url}/api${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      ...authorization(options.token),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  return parseData(endpoint, response);
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

async function parseData<E extends Endpoint>(endpoint: E, response: Response): Promise<DataOf<E>> {
  const body: unknown = await response.json();
  const isSuccess = typeof body === 'object' && body !== null && 'data' in body;
  if (!response.ok || !isSuccess) {
    throw new Error(`${endpoint.path}: ${response.status} ${JSON.stringify(body)}`);
  }
  // The endpoint provides the schema; TypeScript loses that through the generic index.
  return endpoint.data.parse(body.data) as DataOf<E>;
}

let userSerial = 0;

/** Registers, and verifies the address by its email. */
export async function createTestUser({
  url,
  sandboxUrl,
}: {
  url: string;
  sandboxUrl: string;
}): Promise<TestUser> {
  userSerial += 1;
  const email = `pessoa${userSerial}-${process.pid}-${Date.now()}@example.com`;
  const password = 'Senha1';
  await call(url, register, { body: { email, password } });
  const { token } = await call(url, login, { body: { email, password } });
  const link = await waitForVerificationLink(sandboxUrl, email);
  await call(url, verifyEmail, { token, body: { token: new URL(link).hash.slice(1) } });
  const { user } = await call(url, me, { token });
  return { email, password, token, user };
}

async function waitForVerificationLink(sandboxUrl: string, email: string): Promise<string> {
  const sandbox = connectSandbox(sandboxUrl);
  const find = () => sandbox.findVerificationLink(email);
  await expect.poll(find, { intervals: [50], timeout: 20_000 }).toBeDefined();
  return (await find()) ?? '';
}

/** Uses cookie and redirects as a browser does; `another` connects one more account. */
export async function connectInstagram(
  url: string,
  token: string,
  username = 'atelie.barro',
  { another: isAnother = false } = {},
): Promise<void> {
  const authorizationResponse = await fetch(
    `${url}/api${getInstagramAuthUrl.path}?another=${isAnother}`,
    {
      headers: authorization(token),
    },
  );
  const cookie = authorizationResponse.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { authUrl } = await parseData(getInstagramAuthUrl, authorizationResponse);
  const dialog = new URL(authUrl);
  const form = new URLSearchParams(dialog.search);
  form.set('choice', username);
  dialog.search = '';
  const dialogResponse = await fetch(dialog, { method: 'POST', body: form, redirect: 'manual' });
  const callbackResponse = await fetch(readLocation(dialogResponse), {
    headers: { cookie },
    redirect: 'manual',
  });
  const finalLocation = readLocation(callbackResponse);
  if (finalLocation.endsWith(paths.chooseAccounts)) {
    const headers = { ...authorization(token), cookie };
    const choiceResponse = await fetch(`${url}/api${readAccountChoice.path}`, { headers });
    const { accounts } = await parseData(readAccountChoice, choiceResponse);
    const chosen = accounts.find((account) => account.username === username);
    const body = JSON.stringify({ accounts: [chosen?.instagramAccountId] });
    const choiceRequest = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    };
    await parseData(
      chooseInstagramAccounts,
      await fetch(`${url}/api${chooseInstagramAccounts.path}`, choiceRequest),
    );
    return;
  }
  if (!finalLocation.includes('connected=true'))
    throw new Error(`connecting ended at ${finalLocation}`);
}

function readLocation(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.url}: no redirect, ${response.status}`);
  return location;
}

type PostMedia =
  | { picture: Buffer }
  | { pictures: readonly Buffer[] }
  | { reel: Buffer; thumbOffset?: number };

export async function schedule(
  url: string,
  token: string,
  options: { caption: string; scheduledTime: Date; account?: string } & PostMedia,
): Promise<Post> {
  const form = new FormData();
  form.append('caption', options.caption);
  form.append('scheduledTime', options.scheduledTime.toISOString());
  if (options.account !== undefined) form.append('instagramAccountId', options.account);
  if ('picture' in options) {
    form.append('mediaType', 'IMAGE');
    form.append('media', new Blob([new Uint8Array(options.picture)]), 'foto.jpg');
  } else if ('pictures' in options) {
    form.append('mediaType', 'CAROUSEL');
    for (const picture of options.pictures) {
      form.append('media', new Blob([new Uint8Array(picture)]), 'foto.jpg');
    }
  } else {
    form.append('mediaType', 'REELS');
    if (options.thumbOffset !== undefined) form.append('thumbOffset', String(options.thumbOffset));
    form.append('media', new Blob([new Uint8Array(options.reel)]), 'torno.mp4');
  }
  const response = await fetch(`${url}/api${schedulePost.path}`, {
    method: schedulePost.method,
    headers: authorization(token),
    body: form,
  });
  return (await parseData(schedulePost, response)).post;
}

export async function createDraft(
  url: string,
  token: string,
  options: { caption: string; picture: Buffer; scheduledTime?: Date },
): Promise<Post> {
  const form = new FormData();
  form.append('caption', options.caption);
  if (options.scheduledTime !== undefined) {
    form.append('scheduledTime', options.scheduledTime.toISOString());
  }
  form.append('media', new Blob([new Uint8Array(options.picture)]), 'foto.jpg');
  const response = await fetch(`${url}/api${saveDraft.path}`, {
    method: saveDraft.method,
    headers: authorization(token),
    body: form,
  });
  return (await parseData(saveDraft, response)).post;
}

export async function fetchPosts(
  url: string,
  token: string,
  query: { status?: Post['status'] } = {},
): Promise<Post[]> {
  const path = `${listPosts.path}?${new URLSearchParams(query).toString()}`;
  return (await call(url, { ...listPosts, path }, { token })).posts;
}
