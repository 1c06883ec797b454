import { z } from 'zod';
import type { Sandbox } from '../src/sandbox.ts';

const responseSchema = z.looseObject({
  id: z.string().optional(),
  access_token: z.string().optional(),
  status_code: z.string().optional(),
  error: z.looseObject({ code: z.number(), error_subcode: z.number().optional() }).optional(),
});

export type GraphResponse = {
  status: number;
  headers: Headers;
  body: z.infer<typeof responseSchema>;
};

export const REDIRECT_URI = 'http://localhost:3000/api/auth/instagram/callback';
export const ALL_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_contents',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
].join(',');

const pagesSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      access_token: z.string(),
      instagram_business_account: z.looseObject({ id: z.string() }).optional(),
    }),
  ),
});

export async function callGraph(
  sandbox: Sandbox,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Record<string, string> = {},
): Promise<GraphResponse> {
  const query = new URLSearchParams(params);
  const address = `${sandbox.url}/v25.0${path}`;
  const response =
    method === 'POST'
      ? await fetch(address, { method: 'POST', body: query })
      : await fetch(`${address}?${query.toString()}`, { method });
  const body = responseSchema.parse(await response.json());
  return { status: response.status, headers: response.headers, body };
}

/** Returns the `code/subcode` of an error response, as in the catalogue; undefined for a success. */
export function getErrorKey({ body }: GraphResponse): string | undefined {
  if (!body.error) return undefined;
  const { code, error_subcode: subcode } = body.error;
  return subcode === undefined ? String(code) : `${code}/${subcode}`;
}

/** Presses a button of the login dialog and returns the redirect URL. */
export async function chooseInDialog(
  sandbox: Sandbox,
  choice: string,
  scope: string = ALL_SCOPES,
): Promise<URL> {
  const response = await fetch(`${sandbox.url}/v25.0/dialog/oauth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: sandbox.services.META_APP_ID,
      redirect_uri: REDIRECT_URI,
      state: 'estado-1',
      response_type: 'code',
      scope,
      choice,
    }),
  });
  return new URL(response.headers.get('location') ?? '');
}

export function exchangeCode(sandbox: Sandbox, code: string): Promise<GraphResponse> {
  return callGraph(sandbox, 'GET', '/oauth/access_token', {
    client_id: sandbox.services.META_APP_ID,
    client_secret: sandbox.services.META_APP_SECRET,
    redirect_uri: REDIRECT_URI,
    code,
  });
}

export type Connection = { userToken: string; pageToken: string; igId: string };

export async function connectAccount(
  sandbox: Sandbox,
  choice = 'atelie.barro',
  scope: string = ALL_SCOPES,
): Promise<Connection> {
  const redirected = await chooseInDialog(sandbox, choice, scope);
  const shortLived = await exchangeCode(sandbox, redirected.searchParams.get('code') ?? '');
  const longLived = await callGraph(sandbox, 'GET', '/oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: sandbox.services.META_APP_ID,
    client_secret: sandbox.services.META_APP_SECRET,
    fb_exchange_token: shortLived.body.access_token ?? '',
  });
  const userToken = longLived.body.access_token ?? '';
  const pages = await callGraph(sandbox, 'GET', '/me/accounts', {
    fields:
      'id,name,access_token,tasks,instagram_business_account{id,username,profile_picture_url}',
    access_token: userToken,
  });
  const page = pagesSchema.parse(pages.body).data[0];
  return {
    userToken,
    pageToken: page?.access_token ?? '',
    igId: page?.instagram_business_account?.id ?? '',
  };
}

export async function callControl(
  sandbox: Sandbox,
  path: string,
  body?: object,
): Promise<Response> {
  const address = `${sandbox.url}/_sandbox${path}`;
  if (!body) return fetch(address);
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const ledgerSchema = z.array(
  z.looseObject({ id: z.string(), container_id: z.string(), permalink: z.string() }),
);

export async function listPublished(sandbox: Sandbox): Promise<z.infer<typeof ledgerSchema>> {
  return ledgerSchema.parse(await (await callControl(sandbox, '/instagram/media')).json());
}
