import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import { beforeEach, expect, test } from 'vitest';
import { aScheduledPost, dataOf, request } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
beforeEach(() => givePlan(engine.world, engine.client, 'pro'));

async function aLink(): Promise<string> {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 60 * MINUTE });
  const response = await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {});
  return new URL(dataOf(response).url).hash.slice(1);
}

async function requestChange(token: string, note: string) {
  const call = (path: string, json: object) =>
    request<ApprovalPreview>(engine.world, 'POST', path, { json: { token, ...json } });
  const { contentHash } = dataOf(await call('/approvals/read', {})).approval;
  const said = { name: 'Ana Souza', verdict: 'change_requested', contentHash, note };
  return call('/approvals/answer', said);
}

test('a link cannot flood the team with emails, and answers by other links still work', async () => {
  const [token, other] = [await aLink(), await aLink()];
  for (const round of [1, 2, 3, 4, 5]) {
    expect((await requestChange(token, `Mude de novo, ${round}`)).status).toBe(200);
  }
  expect(await requestChange(token, 'Mais uma vez')).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: expect.stringContaining('Aguarde 15 minutos') },
  });
  expect((await requestChange(other, 'Troque a foto')).status).toBe(200);
  const emailText = (await engine.deliverEmails()).map(({ text }) => text).join('\n');
  expect(emailText).toContain('Troque a foto');
  expect(emailText).not.toContain('Mais uma vez');
  await engine.world.advanceTime(16 * MINUTE);
  expect((await requestChange(token, 'Agora sim')).status).toBe(200);
});
