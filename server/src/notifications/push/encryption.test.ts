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

test('the example of the standard comes out byte for byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(example.sender, 'base64url'));
  const salt = Buffer.from(example.salt, 'base64url');
  const body = encryptFor(example.receiver, Buffer.from(example.plain), { sender, salt });
  expect(body.toString('base64url')).toBe(example.body);
});

test('the same message is never the same bytes', () => {
  const [one, other] = [1, 2].map(() =>
    encryptFor(example.receiver, Buffer.from('Oi')).toString('base64url'),
  );
  expect(one).not.toBe(other);
});

test('a message that does not go into one record is a fault of ours', () => {
  expect(encryptFor(example.receiver, Buffer.alloc(MAX_PLAIN_BYTES))).toHaveLength(4096);
  expect(() => encryptFor(example.receiver, Buffer.alloc(MAX_PLAIN_BYTES + 1))).toThrow('record');
});

test.each([
  ['a point of the curve', example.receiver, true],
  ['a point beside it', { ...example.receiver, p256dh: `BA${'A'.repeat(85)}` }, false],
  ['a secret that is too short', { ...example.receiver, auth: 'BTBZMqHH6r4Tts7J' }, false],
])('%s is taken: %#', (_what, receiver, isTaken) => {
  expect(hasValidKeys(receiver)).toBe(isTaken);
});
