import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { post } from './posts.ts';

test('an unreadable time becomes empty and does not break a list', () => {
  const time = z.pick(post, { scheduledTime: true });
  for (const scheduledTime of ['lixo', '2026-13-45T99:00:00Z', 7]) {
    expect(z.parse(time, { scheduledTime })).toEqual({ scheduledTime: '' });
  }
  for (const scheduledTime of [null, '2026-06-09T21:00:00.000Z']) {
    expect(z.parse(time, { scheduledTime })).toEqual({ scheduledTime });
  }
});

const status = z.pick(post, { status: true });

test('a status of a later version becomes scheduled', () => {
  expect(z.parse(status, { status: 'archived' })).toEqual({ status: 'scheduled' });
  expect(z.parse(status, { status: 'expired' })).toEqual({ status: 'expired' });
});
