import { z } from 'zod';
import type { Sandbox } from '../src/sandbox.ts';
import { REDIRECT_URI } from './graph-client.ts';

export const ALL_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
].join(',');

const bodySchema = z.looseObject({
  id: z.string().optional(),
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
  error: z
    .looseObject({ code: z.number(), error_subcode: z.number().optional(), type: z.string() })
    .optional(),
});

export type LoginAnswer = { status: number; text: string; body: z.infer<typeof bodySchema> };

async function readAnswer(response: Response): Promise<LoginAnswer> {
  const text = await response.text();
  return { status: response.status, text, body: bodySchema.parse(JSON.parse(text)) };
}

/** Presses a button of Instagram's own dialog. */
export function pressInDialog(
  { services }: Sandbox,
  choice: string,
  changes: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${services.INSTAGRAM_DIALOG_URL}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: services.INSTAGRAM_APP_ID,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: ALL_SCOPES,
      state: 'estado-1',
      choice,
      ...changes,
    }),
  });
}

export async function returnFromDialog(
  sandbox: Sandbox,
  choice: string,
  changes: Record<string, string> = {},
): Promise<URL> {
  const response = await pressInDialog(sandbox, choice, changes);
  return new URL(response.headers.get('location') ?? '');
}

export async function exchangeInstagramCode(
  { services }: Sandbox,
  code: string,
  changes: Record<string, string> = {},
): Promise<LoginAnswer> {
  const response = await fetch(`${services.INSTAGRAM_TOKEN_URL}/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: services.INSTAGRAM_APP_ID,
      client_secret: services.INSTAGRAM_APP_SECRET,
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT_URI,
      code,
      ...changes,
    }),
  });
  return readAnswer(response);
}

/** A path without a version is one of the token endpoints. */
export async function callInstagram(
  { services }: Sandbox,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Record<string, string>,
): Promise<LoginAnswer> {
  const query = new URLSearchParams(params);
  const address = `${services.INSTAGRAM_GRAPH_URL}${path}`;
  const response =
    method === 'POST'
      ? await fetch(address, { method: 'POST', body: query })
      : await fetch(`${address}?${query.toString()}`, { method });
  return readAnswer(response);
}

export async function getShortLivedToken(sandbox: Sandbox, choice: string): Promise<string> {
  const redirected = await returnFromDialog(sandbox, choice);
  const answer = await exchangeInstagramCode(sandbox, redirected.searchParams.get('code') ?? '');
  return answer.body.access_token ?? '';
}

export const extendInstagramToken = (
  sandbox: Sandbox,
  token: string,
  changes: Record<string, string> = {},
): Promise<LoginAnswer> =>
  callInstagram(sandbox, 'GET', '/access_token', {
    grant_type: 'ig_exchange_token',
    client_secret: sandbox.services.INSTAGRAM_APP_SECRET,
    access_token: token,
    ...changes,
  });

export const refreshInstagramToken = (sandbox: Sandbox, token: string): Promise<LoginAnswer> =>
  callInstagram(sandbox, 'GET', '/refresh_access_token', {
    grant_type: 'ig_refresh_token',
    access_token: token,
  });

const profileSchema = z.looseObject({ id: z.string(), user_id: z.string() });

export type InstagramLogin = { token: string; igId: string; scopedId: string };

export async function logInWithInstagram(
  sandbox: Sandbox,
  choice = 'lia.prates',
): Promise<InstagramLogin> {
  const shortLived = await getShortLivedToken(sandbox, choice);
  const token = (await extendInstagramToken(sandbox, shortLived)).body.access_token ?? '';
  const me = await callInstagram(sandbox, 'GET', '/v25.0/me', {
    fields: 'id,user_id',
    access_token: token,
  });
  const { id: scopedId, user_id: igId } = profileSchema.parse(me.body);
  return { token, igId, scopedId };
}

/** Returns the `code/subcode` and the type of an error. */
export function describeInstagramError({ body }: LoginAnswer): string | undefined {
  if (!body.error) return undefined;
  const { code, error_subcode: subcode, type } = body.error;
  return `${[code, subcode].filter((part) => part !== undefined).join('/')} ${type}`;
}
