import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { scopeNames, scopes } from '@pontual/contract/shared/scopes.ts';
import { sampleMessage, webhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import { webhookEvents } from '@pontual/contract/public-api/webhooks.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../composition/app.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { errorsByStatus } from './openapi-errors.ts';
import { examples } from './openapi-examples.ts';

interface Operation {
  operationId: string;
  tags: string[];
  security?: { bearer: string[] }[];
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: { properties: Record<string, unknown> }; example?: unknown }>;
  };
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { securitySchemes: { bearer: { description: string } } };
}

let world: World;
let description: Description;
beforeAll(async () => {
  world = await startWorld();
  const answer = await fetch(`${world.url}/api/openapi.json`);
  description = (await answer.json()) as Description;
});
afterAll(() => world.stop());

const operations = () => Object.values(description.paths).flatMap((path) => Object.values(path));
const endpoints = Object.entries<Endpoint>(api);
const findOperation = (name: string) =>
  operations().find(({ operationId }) => operationId === name);

test('is valid OpenAPI', async () => {
  const validator = new Validator();
  // The validator changes its input.
  const { valid, errors } = await validator.validate(structuredClone({ ...description }));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(description.openapi).toBe('3.1.0');
});

test('contains every endpoint once', () => {
  const named = operations().map(({ operationId }) => operationId);
  expect(named.sort()).toEqual(endpoints.map(([name]) => name).sort());
});

test.each(scopes)('states which endpoints a token with %s may call', (scope) => {
  const opened = operations().filter(({ security }) => security?.[0]?.bearer.includes(scope));
  const promised = endpoints.filter(
    ([, endpoint]) => endpoint.scope === scope && endpoint.access === 'user',
  );
  expect(opened.map(({ operationId }) => operationId).sort()).toEqual(
    promised.map(([name]) => name).sort(),
  );
  expect(opened.every(({ tags }) => tags.includes(scopeNames[scope]))).toBe(true);
});

test('describes each error status of an endpoint with its codes, and any other as a failure', () => {
  const codesOf = (name: string, status: string) => {
    const found = JSON.stringify(findOperation(name)?.responses[status] ?? {});
    return /"enum":\[([^\]]*)\]/.exec(found)?.[1]?.replaceAll('"', '').split(',');
  };
  expect(codesOf('login', '401')).toEqual(['INVALID_CREDENTIALS']);
  expect(codesOf('login', '429')).toEqual(['TOO_MANY_MISSED', 'RATE_LIMITED']);
  expect(codesOf('getPost', '404')).toEqual(['NOT_FOUND']);
  expect(codesOf('getPost', '403')).toEqual(['TOKEN_SCOPE', 'WORKSPACE_LEFT']);
  expect(codesOf('startCheckout', '409')).toEqual(['SUBSCRIPTION_ACTIVE']);
  const silent = operations().filter(
    ({ responses }) => !('default' in responses && '500' in responses),
  );
  expect(silent).toEqual([]);
});

test.each(endpoints)('%s documents every error that its summary names', (name, endpoint) => {
  const documented = [...errorsByStatus(name as keyof typeof api, endpoint).values()].flat();
  const named = endpoint.summary.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\bNOT_FOUND\b/g) ?? [];
  expect(documented).toEqual(expect.arrayContaining(named));
});

test('describes the endpoints of the API and nothing else, also where pages are served', async () => {
  const dist = await mkdtemp(join(world.folder, 'web-'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><head></head><title>Pontual</title>');
  const app = await createApp(world.services, {
    publicUrl: world.url,
    webDist: dist,
    metricsToken: undefined,
    isDraining: () => false,
  });
  onTestFinished(() => app.close());
  const { paths } = (await app.inject('/api/openapi.json')).json<Description>();
  expect(Object.keys(paths).sort()).toEqual(Object.keys(description.paths).sort());
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
});

interface SchemaPart {
  pattern?: string;
  required?: string[];
  properties?: Record<string, unknown>;
}

function partsOf(value: unknown): SchemaPart[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

test('contains only patterns that other engines of regular expressions accept', () => {
  const patterns = partsOf(description).flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  );
  expect(patterns).not.toEqual([]);
  // Escapes by name or number, and groups that look around or have a name.
  expect(patterns.filter((one) => /\\[0cpPuxk]|\(\?[<=!]/.test(one))).toEqual([]);
});

test('requires only properties that it defines', () => {
  const undefinedOnes = partsOf(description).flatMap(({ required, properties }) =>
    Array.isArray(required) ? required.filter((name) => !(name in (properties ?? {}))) : [],
  );
  expect(undefinedOnes).toEqual([]);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('is sent compressed by %s, and not again while it is unchanged', async (encoding, unpack) => {
  const ask = (headers: Record<string, string>) =>
    world.app.inject({ url: '/api/openapi.json', headers });
  const plain = await ask({});
  const packed = await ask({ 'accept-encoding': encoding });
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
  });
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  expect(unpack(packed.rawPayload).toString()).toBe(plain.payload);
  const etag = String(packed.headers.etag);
  const again = await ask({ 'accept-encoding': encoding, 'if-none-match': etag });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  expect((await ask({ 'accept-encoding': `${encoding};q=0` })).headers).not.toHaveProperty(
    'content-encoding',
  );
});

test('describes form fields, their files and their JSON values', () => {
  const { properties } =
    findOperation('schedulePost')?.requestBody?.content['multipart/form-data']?.schema ?? {};
  expect(properties).toMatchObject({
    mediaType: { enum: expect.arrayContaining(['IMAGE']) },
    caption: {},
    scheduledTime: {},
    media: { type: 'array' },
  });
  for (const field of ['collaborators', 'userTags', 'altText', 'fit', 'repeat', 'uploadIds']) {
    expect(properties?.[field]).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: expect.anything(),
    });
  }
});

test('documents the idempotency key exactly where it is accepted', () => {
  const keyed = operations().filter(({ parameters = [] }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(keyed.map(({ operationId }) => operationId).sort()).toEqual(['saveDraft', 'schedulePost']);
});

test('requires a body for every endpoint that has one', () => {
  const taking = endpoints.filter(([, { body }]) => body !== undefined).map(([name]) => name);
  const demanded = operations().filter(({ requestBody }) => requestBody?.required === true);
  expect(demanded.map(({ operationId }) => operationId).sort()).toEqual(taking.sort());
});

test.each(Object.entries(examples))('has a valid example body for %s', (name, example) => {
  const body = endpoints.find(([each]) => each === name)?.[1].body;
  expect(body?.safeParse(example)).toMatchObject({ success: true });
  const [content] = Object.values(findOperation(name)?.requestBody?.content ?? {});
  expect(content?.example).toEqual(example);
});

test('describes a report as a file', () => {
  expect(findOperation('monthlyReportPdf')?.responses['200']).toMatchObject({
    content: { 'application/pdf': { schema: { contentMediaType: 'application/pdf' } } },
  });
});

test('describes the token and the payload of each webhook', () => {
  expect(description.components.securitySchemes.bearer.description).toContain('pontual_pat_');
  expect(Object.keys(description.webhooks)).toEqual([...webhookEvents, 'webhook.test']);
  const responsesOf = (type: string) => description.webhooks[type]?.post.responses ?? {};
  expect(Object.keys(responsesOf('post.published'))).toEqual(['410', '2XX', 'default']);
  expect(Object.keys(responsesOf('webhook.test'))).toEqual(['2XX', 'default']);
  const sample = description.webhooks[sampleMessage.type]?.post.requestBody;
  expect(sample?.content['application/json']?.example).toEqual(webhookMessage.parse(sampleMessage));
});
