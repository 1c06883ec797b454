import {
  createECDH,
  createPrivateKey,
  hkdfSync,
  createCipheriv,
  randomBytes,
  sign,
} from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url');

function createApplication() {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: encode(point.subarray(1, 33)),
    y: encode(point.subarray(33)),
    d: encode(Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32)),
  };
  const key = createPrivateKey({ format: 'jwk', key: jwk });
  const part = (value: object) => encode(Buffer.from(JSON.stringify(value)));
  return {
    publicKey: encode(point),
    vapid(claims: object = {}, publicKey = encode(point)): string {
      const exp = Math.floor(Date.now() / 1000) + 3600;
      const payload = { aud: sandbox.url, exp, sub: 'mailto:ana@exemplo.com.br', ...claims };
      const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(payload)}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${encode(signature)}, k=${publicKey}`;
    },
  };
}

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Encrypts as the example of RFC 8291 does, independent of the implementation under test. */
function encryptMessage({ keys }: Subscription, plain: string, delimiter = 2): Buffer {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const [theirs, salt] = [decode(keys.p256dh), randomBytes(16)];
  const hkdf = (key: Uint8Array, salt: Uint8Array, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, point]);
  const ikm = hkdf(own.computeSecret(theirs), decode(keys.auth), info, 32);
  const key = hkdf(ikm, salt, 'Content-Encoding: aes128gcm\0', 16);
  const cipher = createCipheriv(
    'aes-128-gcm',
    key,
    hkdf(ikm, salt, 'Content-Encoding: nonce\0', 12),
  );
  const record = [cipher.update(plain), cipher.update(Buffer.of(delimiter)), cipher.final()];
  const head = [salt, Buffer.of(0, 0, 16, 0), Buffer.of(65), point];
  return Buffer.concat([...head, ...record, cipher.getAuthTag()]);
}

async function subscribe(applicationServerKey: string): Promise<Subscription> {
  const response = await fetch(`${sandbox.url}/_sandbox/push/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey }),
  });
  return (await response.json()) as Subscription;
}

/** Prepares a valid message with these changes; null removes a header. */
async function send(other: Record<string, string | null> = {}, body?: Buffer) {
  const application = createApplication();
  const subscription = await subscribe(application.publicKey);
  const headers = {
    authorization: application.vapid(),
    ttl: '60',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ...other,
  };
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const sending = (signal: AbortSignal | null = null) =>
    fetch(subscription.endpoint, {
      method: 'POST',
      signal,
      headers: given,
      body: new Uint8Array(body ?? encryptMessage(subscription, '{"title":"Oi"}')),
    });
  return { sending, subscription, application };
}

const listMessages = async () =>
  (await (await fetch(`${sandbox.url}/_sandbox/push/messages`)).json()) as object[];

test('a message arrives as its browser reads it, and appears on the page', async () => {
  const { sending, subscription } = await send({ urgency: 'high', topic: 'post-1' });
  const answer = await sending();
  expect([answer.status, answer.headers.get('ttl')]).toEqual([201, '60']);
  expect(answer.headers.get('location')).toContain('/push/messages/1');
  expect(await listMessages()).toMatchObject([
    {
      endpoint: subscription.endpoint,
      payload: { title: 'Oi' },
      ttl: 60,
      urgency: 'high',
      topic: 'post-1',
      subject: 'mailto:ana@exemplo.com.br',
    },
  ]);
  const page = await (await fetch(`${sandbox.url}/push`)).text();
  expect(page).toContain('<strong>Oi</strong>');
  await sandbox.reset();
  expect(await listMessages()).toEqual([]);
  expect((await sending()).status).toBe(404);
});

describe('a message is refused', () => {
  test.each<[string, Record<string, string | null>, number]>([
    ['without a TTL', { ttl: null }, 400],
    ['with a TTL that is no number', { ttl: 'um dia' }, 400],
    ['with another encoding', { 'content-encoding': 'aesgcm' }, 400],
    ['with an urgency that there is not', { urgency: 'urgent' }, 400],
    ['with a topic that is too long', { topic: 'x'.repeat(33) }, 400],
    ['without credentials', { authorization: null }, 401],
    ['with other credentials', { authorization: 'Bearer x' }, 401],
  ])('%s', async (_case, headers, status) => {
    const { sending } = await send(headers);
    expect((await sending()).status).toBe(status);
    expect(await listMessages()).toEqual([]);
  });

  test.each<[string, object]>([
    ['for another service', { aud: 'https://push.example.com' }],
    ['that has ended', { exp: 1 }],
    ['that holds for two days', { exp: Math.floor(Date.now() / 1000) + 2 * 86_400 }],
    ['of nobody', { sub: 'ana' }],
  ])('with a token %s', async (_case, claims) => {
    const { subscription, application } = await send();
    const answer = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        authorization: application.vapid(claims),
        ttl: '60',
        'content-encoding': 'aes128gcm',
      },
      body: new Uint8Array(encryptMessage(subscription, 'oi')),
    });
    expect(answer.status).toBe(403);
  });

  test('from another application, with its own key or with the subscribed one', async () => {
    const { application } = await send();
    const other = createApplication();
    for (const authorization of [other.vapid(), other.vapid({}, application.publicKey)]) {
      const { sending } = await send({ authorization });
      expect((await sending()).status).toBe(403);
    }
    const subscription = await subscribe(application.publicKey);
    const answer = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: { authorization: other.vapid({}, application.publicKey), ttl: '60' },
    });
    expect(await answer.json()).toEqual({ reason: 'the signature of t is wrong' });
  });

  test('when it is encrypted for another browser, truncated or too large', async () => {
    const elsewhere = await subscribe(createApplication().publicKey);
    const foreign = await send({}, encryptMessage(elsewhere, 'oi'));
    expect((await foreign.sending()).status).toBe(400);
    const cut = await send({}, Buffer.from('oi'));
    expect((await cut.sending()).status).toBe(400);
    const large = await send({}, randomBytes(4097));
    expect((await large.sending()).status).toBe(413);
    expect(await listMessages()).toEqual([]);
  });
});

describe('a fault', () => {
  const arm = (fault: string, username?: string) =>
    fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service: 'push', step: 'send', fault, username }),
    });
  const armed = async () =>
    (await (await fetch(`${sandbox.url}/_sandbox/faults`)).json()) as object[];

  test.each([
    ['gone', 410, 410],
    ['not-found', 404, 410],
    ['too-many', 429, 201],
    ['server-error', 500, 201],
    ['refused', 403, 201],
  ])('%s returns %i once, and then %i', async (fault, status, then) => {
    const { sending } = await send();
    await arm(fault);
    const first = await sending();
    expect([first.status, first.headers.get('retry-after')]).toEqual([
      status,
      fault === 'too-many' ? '120' : null,
    ]);
    expect((await sending()).status).toBe(then);
  });

  test('cut closes the connection without a response, once', async () => {
    const { sending } = await send();
    await arm('cut');
    await expect(sending()).rejects.toThrow('fetch failed');
    expect((await sending()).status).toBe(201);
  });

  test('silent holds back the response for the named subscription until the caller aborts', async () => {
    const [one, other] = [await send(), await send()];
    await arm('silent', one.subscription.endpoint.split('/').at(-1));
    expect((await other.sending()).status).toBe(201);
    const leaving = new AbortController();
    const waiting = one.sending(leaving.signal);
    await expect.poll(armed).toEqual([]);
    leaving.abort();
    await expect(waiting).rejects.toThrow(/aborted/);
    expect((await one.sending()).status).toBe(201);
  });

  test('is refused if its name is unknown', async () => {
    expect((await arm('tired')).status).toBe(400);
  });
});

test('a subscription is gone after its owner revokes the permission', async () => {
  const { sending, subscription } = await send();
  const id = subscription.endpoint.split('/').at(-1);
  const url = `${sandbox.url}/_sandbox/push/subscriptions/${id}`;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
  expect((await sending()).status).toBe(410);
});
