import { expect, test } from 'vitest';
import { authorize } from '../../../testing/factories.ts';
import { HOUR, useInsights } from '../../../testing/insights.ts';
import { accountInsightState } from './insight-state.repository.ts';

const insights = useInsights();

test('what an Instagram login declined is known after the first refusal, and not asked for again', async () => {
  const { world, client } = insights;
  const login = { query: '?login=instagram' };
  const { end } = await authorize(world, client, 'Sem acesso às métricas', login);
  expect(end).toBe('/connected?connected=true');
  await insights.aPublishedPost();
  await insights.readAfter(2 * HOUR);
  const calls = await insights.insightCalls();
  expect(calls).toBeGreaterThan(0);
  const { issue } = await accountInsightState(world.database.db, await insights.workspaceId());
  expect(issue).toBe('permission');
  await insights.readAfter(24 * HOUR);
  expect(await insights.insightCalls()).toBe(calls);
});
