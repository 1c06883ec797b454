import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptFor, hasValidKeys, MAX_PLAIN_BYTES } from './encryption.ts';

/** The example of RFC 8291, section 5. */
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('reproduces the example of the standard exactly', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(example.sender, 'base64url'));
  const salt = Buffer.from(example.salt, 'base64url');
  const body = encryptFor(example.receiver, Buffer.from(example.plain), { sender, salt });
  expect(body.toString('base64url')).toBe(example.body);
});

test('encrypts the same message to different bytes each time', () => {
  const [one, other] = [1, 2].map(() =>
    encryptFor(example.receiver, Buffer.from('Oi')).toString('base64url'),
  );
  expect(one).not.toBe(other);
});

test('throws for a message that exceeds one record', () => {
  expect(encryptFor(example.receiver, Buffer.alloc(MAX_PLAIN_BYTES))).toHaveLength(4096);
  expect(() => encryptFor(example.receiver, Buffer.alloc(MAX_PLAIN_BYTES + 1))).toThrow('record');
});

test.each([
  ['a point of the curve', example.receiver, true],
  ['a point beside it', { ...example.receiver, p256dh: `BA${'A'.repeat(85)}` }, false],
  ['a secret that is too short', { ...example.receiver, auth: 'BTBZMqHH6r4Tts7J' }, false],
])('validates the keys of %s: %#', (_what, receiver, isTaken) => {
  expect(hasValidKeys(receiver)).toBe(isTaken);
});
