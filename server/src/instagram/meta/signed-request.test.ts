import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignedRequest, type AppSecrets } from './signed-request.ts';

const SECRET = 'segredo-do-aplicativo';
const validPayload = {
  algorithm: 'HMAC-SHA256',
  issued_at: 1_800_000_000,
  user_id: '10158000000000001',
};

/** An installation that offers Facebook Login alone. */
const read = (text: string, facebook = SECRET) =>
  readSignedRequest(text, { facebook, instagram: undefined });

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64url');
const sign = (encoded: string, secret = SECRET) =>
  `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
const signed = (payload: unknown) => sign(encode(payload));
const corrupt = (text: string) =>
  text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`;

test('returns the user and the time of a request that Meta has signed', () => {
  expect(read(signed({ ...validPayload, expires: 0 }))).toEqual({
    login: 'facebook',
    authorizerId: '10158000000000001',
    issuedAt: new Date('2027-01-15T08:00:00Z'),
    confirmationCode: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('verifies the signature over the encoded payload, as in the example of the documentation', () => {
  const encoded = encode(validPayload);
  const overJson = createHmac('sha256', SECRET)
    .update(JSON.stringify(validPayload))
    .digest('base64url');
  expect(read(`${overJson}.${encoded}`)).toBeUndefined();
  expect(read(sign(encoded))).toBeDefined();
});

test('derives the confirmation code from the request and the key', () => {
  const codeOf = (text: string, secret = SECRET) => read(text, secret)?.confirmationCode;
  const first = codeOf(signed(validPayload));
  expect(codeOf(signed(validPayload))).toBe(first);
  expect(codeOf(signed({ ...validPayload, issued_at: validPayload.issued_at + 1 }))).not.toBe(
    first,
  );
  expect(codeOf(sign(encode(validPayload), 'outro'), 'outro')).not.toBe(first);
});

const [signature = '', payload = ''] = signed(validPayload).split('.');
test.each([
  ['nothing', ''],
  ['no dot', 'rubbish'],
  ['a signature alone', `${signature}.`],
  ['a payload alone', `.${payload}`],
  ['a third part', `${signature}.${payload}.x`],
  ['a bent signature', `${corrupt(signature)}.${payload}`],
  ['half a signature', `${signature.slice(0, 20)}.${payload}`],
  ['a bent payload', `${signature}.${corrupt(payload)}`],
  ['the payload of another', `${signature}.${encode({ ...validPayload, user_id: '2' })}`],
  ['the key of another', sign(payload, 'outro-segredo')],
  ['padding', `${signature}=.${payload}`],
  ['100 KB of rubbish', 'a.'.repeat(50_000)],
  ['100 KB with a signature', `${signature}.${'A'.repeat(100_000)}`],
])('refuses %s', (_what, text) => {
  expect(read(text)).toBeUndefined();
});

test.each([
  ['another algorithm', { ...validPayload, algorithm: 'HMAC-MD5' }],
  ['no algorithm', { ...validPayload, algorithm: undefined }],
  ['nobody', { ...validPayload, user_id: undefined }],
  ['a user who is no number', { ...validPayload, user_id: "1' or 1=1" }],
  ['no time', { ...validPayload, issued_at: undefined }],
  ['a time that is none', { ...validPayload, issued_at: 1e300 }],
  ['no object', 'texto'],
])('refuses a signed payload with %s', (_what, said) => {
  expect(read(signed(said))).toBeUndefined();
});

test('refuses a signed payload that is not JSON', () => {
  const encoded = Buffer.from('{"algorithm"').toString('base64url');
  expect(read(sign(encoded))).toBeUndefined();
});

test('the secret tells by which login the person gave access', () => {
  const secrets: AppSecrets = { facebook: SECRET, instagram: 'outro-segredo' };
  const request = sign(encode(validPayload), 'outro-segredo');
  expect(readSignedRequest(request, secrets)?.login).toBe('instagram');
  expect(readSignedRequest(signed(validPayload), secrets)?.login).toBe('facebook');
});
