import { afterAll, beforeAll, expect, test } from 'vitest';
import { aUser, request } from '../../../testing/factories.ts';
import { aToken } from '../../../testing/integrations.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { API_BUDGET } from './api-budget.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const ask = (token: string) =>
  fetch(`${world.url}/api/subscription/limits`, { headers: { authorization: `Bearer ${token}` } });

async function spendBudget(token: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 50) {
    const batch = Math.min(50, requests - sent);
    const answers = await Promise.all(Array.from({ length: batch }, () => ask(token)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
}

test('the tokens of a workspace share a budget, which the headers of each answer state', async () => {
  const [owner, other] = [await aUser(world), await aUser(world)];
  const [token, second] = [await aToken(owner), await aToken(owner)];
  const first = await ask(token);
  expect(first.headers.get('ratelimit-policy')).toBe('"api";q=600;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"api";r=599;t=\d+$/);
  await spendBudget(token, API_BUDGET.requests - 1);

  const refused = await ask(second);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"api";r=0;t=\d+$/);
  expect(await refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Muitas tentativas. Aguarde 1 minuto e tente de novo.',
  });
  expect((await ask(await aToken(other))).status).toBe(200);
  expect((await owner.get('/subscription/limits')).status).toBe(200);
  expect((await request(world, 'GET', '/subscription/limits')).status).toBe(200);

  await world.advanceTime(API_BUDGET.windowMs);
  expect((await ask(second)).headers.get('ratelimit')).toMatch(/r=599/);
});
