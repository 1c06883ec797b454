import { expect, test } from 'vitest';
import { isPublicIp } from './public-address.ts';

test.each([
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['169.254.169.254', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['3fff:fff:ffff::1', false],
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicIp(address)).toBe(isPublic);
});
