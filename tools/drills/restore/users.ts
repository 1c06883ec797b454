import { createHash } from 'node:crypto';
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import sharp from 'sharp';

export interface PlannedPost {
  id: string;
  token: string;
  kind: 'caption' | 'no caption' | 'story';
  dueAtMs: number;
}

async function call<T>(url: string, path: string, init: RequestInit): Promise<T> {
  const response = await fetch(`${url}/api${path}`, init);
  // The cast is safe: the server serializes responses by the contract.
  const answer = (await response.json()) as { success: boolean; code?: string; data: T };
  if (!answer.success) throw new Error(`${path}: ${answer.code}`);
  return answer.data;
}

const postJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Creates a user with a connected account. Returns the session token. */
export async function createConnectedUser(url: string, button: string): Promise<string> {
  const email = `${createHash('sha256').update(button).digest('hex').slice(0, 8)}@exemplo.com.br`;
  const credentials = { email, password: 'Senha123' };
  await call(url, '/auth/register', postJson(credentials));
  const { token } = await call<{ token: string }>(url, '/auth/login', postJson(credentials));
  const authorization = { authorization: `Bearer ${token}` };
  const authorizationResponse = await fetch(`${url}/api/auth/instagram-url`, {
    headers: authorization,
  });
  const cookie = authorizationResponse.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { data } = (await authorizationResponse.json()) as { data: { authUrl: string } };
  const dialog = new URL(data.authUrl);
  const choice = new URLSearchParams([...dialog.searchParams, ['choice', button]]);
  const dialogResponse = await fetch(`${dialog.origin}${dialog.pathname}`, {
    method: 'POST',
    body: choice,
    redirect: 'manual',
  });
  const callbackUrl = dialogResponse.headers.get('location') ?? '';
  const callbackResponse = await fetch(callbackUrl, { headers: { cookie }, redirect: 'manual' });
  if (!(callbackResponse.headers.get('location') ?? '').includes('connected=true')) {
    throw new Error(`${button} was not connected: ${callbackResponse.headers.get('location')}`);
  }
  return token;
}

let photoSerial = 0;

async function createPhoto(): Promise<Blob> {
  photoSerial += 1;
  const background = {
    r: (photoSerial * 37) % 256,
    g: (photoSerial * 101) % 256,
    b: (photoSerial * 59) % 256,
  };
  const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

export async function schedule(
  url: string,
  token: string,
  kind: PlannedPost['kind'],
  dueAtMs: number,
): Promise<PlannedPost> {
  const mediaType: MediaType = kind === 'story' ? 'STORIES' : 'IMAGE';
  const form = new FormData();
  form.set('mediaType', mediaType);
  form.set('caption', kind === 'caption' ? `Ensaio ${dueAtMs} ${photoSerial}` : '');
  form.set('scheduledTime', new Date(dueAtMs).toISOString());
  form.append('media', await createPhoto(), 'foto.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const { post } = await call<{ post: Post }>(url, '/schedule', {
    method: 'POST',
    headers,
    body: form,
  });
  return { id: post._id, token, kind, dueAtMs };
}
