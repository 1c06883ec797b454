import { expect, test } from 'vitest';
import { planRefusal } from './posts.rules.ts';

const now = new Date('2026-12-31T23:59:40-03:00');
const refusalFor = (scheduledTime: string) =>
  planRefusal({ plan: 'free', scheduledTime: new Date(scheduledTime), now, postsInMonth: 0 });

test('the free plan accepts a post exactly seven days ahead, and none a moment later', () => {
  expect(refusalFor('2027-01-07T23:59:40-03:00')).toBeUndefined();
  expect(refusalFor('2027-01-07T23:59:41-03:00')).toBe(
    'O plano Gratuito agenda até 7 dias à frente. Escolha uma data mais próxima.',
  );
});
