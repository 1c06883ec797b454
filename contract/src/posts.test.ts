import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { post } from './posts.ts';

const status = z.pick(post, { status: true });

test('a status that a later version has added is read as scheduled', () => {
  expect(z.parse(status, { status: 'archived' })).toEqual({ status: 'scheduled' });
  expect(z.parse(status, { status: 'expired' })).toEqual({ status: 'expired' });
});
