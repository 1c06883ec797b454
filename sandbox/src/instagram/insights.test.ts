import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  connectAccount,
  callControl,
  getErrorKey,
  callGraph,
  type GraphResponse,
} from '../../testing/graph-client.ts';
import { createJpeg } from '../../testing/media-bytes.ts';
import { openPublishingFixture, type PublishingFixture } from '../../testing/publishing-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const POST_METRICS = 'reach,likes,comments,saved,shares,total_interactions,views';
let fixture: PublishingFixture;

beforeEach(async () => {
  fixture = await openPublishingFixture();
});
afterEach(() => fixture.close());

const lifetimeSchema = z.object({
  data: z.array(
    z.strictObject({
      name: z.string(),
      period: z.literal('lifetime'),
      values: z.array(z.strictObject({ value: z.int() })).length(1),
      title: z.string(),
      description: z.string(),
      id: z.string(),
    }),
  ),
});
const daySchema = z.object({
  data: z.array(
    z.looseObject({ name: z.string(), total_value: z.strictObject({ value: z.int() }) }),
  ),
});

const readInsights = (
  id: string,
  params: Record<string, string>,
  access_token = fixture.pageToken,
): Promise<GraphResponse> =>
  callGraph(fixture.sandbox, 'GET', `/${id}/insights`, { ...params, access_token });

async function readValues(id: string, metric = POST_METRICS): Promise<Record<string, number>> {
  const { data } = lifetimeSchema.parse((await readInsights(id, { metric })).body);
  return Object.fromEntries(data.map(({ name, values }) => [name, values[0]?.value ?? -1]));
}

async function readDay(since: number): Promise<Record<string, number>> {
  const range = { since: String(since / 1000), until: String((since + DAY) / 1000) };
  const query = { metric: 'reach,views,total_interactions,accounts_engaged', period: 'day' };
  const answer = await readInsights(fixture.igId, {
    ...query,
    metric_type: 'total_value',
    ...range,
  });
  const { data } = daySchema.parse(answer.body);
  return Object.fromEntries(data.map(({ name, total_value: { value } }) => [name, value]));
}

const publishImage = async (params: Record<string, string> = {}): Promise<string> =>
  (await fixture.publish(await fixture.createImage(params))).body.id ?? '';
const advance = (advanceMs: number): Promise<Response> =>
  callControl(fixture.sandbox, '/clock', { advanceMs });

test('the counts of a post grow fast in the first hours, and hardly after days', async () => {
  const id = await publishImage();
  expect(await readValues(id, 'reach')).toEqual({ reach: 0 });
  const reached: number[] = [];
  for (const ms of [6 * HOUR, 18 * HOUR, 29 * DAY, 30 * DAY]) {
    await advance(ms);
    reached.push((await readValues(id))['reach'] ?? 0);
  }
  const [hours = 0, day = 0, month = 0, later = 0] = reached;
  expect(hours).toBeGreaterThan(100);
  expect(day).toBeGreaterThan(hours);
  expect(day - hours).toBeLessThan(hours);
  expect(later - month).toBeLessThan(3);
});

test('interactions are the sum of likes, comments, saves and shares', async () => {
  const id = await publishImage();
  await advance(2 * DAY);
  const { likes = 0, comments = 0, saved = 0, shares = 0, ...more } = await readValues(id);
  expect(more['total_interactions']).toBe(likes + comments + saved + shares);
  expect(await fixture.readFields(id, 'like_count')).toMatchObject({ like_count: likes });
});

test('a metric of another kind of medium is refused and the error lists the allowed ones', async () => {
  const image_url = fixture.host.addFile('/story.jpg', createJpeg(1080, 1920));
  const made = await fixture.create({ media_type: 'STORIES', image_url });
  const story = (await fixture.publish(made.body.id ?? '')).body.id ?? '';
  await advance(6 * HOUR);
  expect(await readValues(story, 'reach,replies,navigation')).toHaveProperty('replies');
  const refused = await readInsights(story, { metric: 'reach,saved' });
  expect(getErrorKey(refused)).toBe('100');
  expect(refused.body.error?.['message']).toMatch(/metric\[1\] .*navigation/);
  expect(getErrorKey(await readInsights(await publishImage(), { metric: 'impressions' }))).toBe(
    '100',
  );
});

test('a story without viewers returns no insights, and an expired one does not exist', async () => {
  const image_url = fixture.host.addFile('/story.jpg', createJpeg(1080, 1920));
  const made = await fixture.create({ media_type: 'STORIES', image_url });
  const story = (await fixture.publish(made.body.id ?? '')).body.id ?? '';
  expect(getErrorKey(await readInsights(story, { metric: 'reach' }))).toBe('10');
  await advance(DAY);
  expect(getErrorKey(await readInsights(story, { metric: 'reach' }))).toBe('100/33');
});

test('a hashtag in the caption simulates too few viewers, or no data', async () => {
  const [few, none] = [
    await publishImage({ caption: 'Vaso #poucaaudiencia' }),
    await publishImage({ caption: 'Vaso #semDados' }),
  ];
  await advance(DAY);
  const refused = await readInsights(few, { metric: 'reach' });
  expect(getErrorKey(refused)).toBe('10');
  expect(refused.body.error?.['message']).toContain('Not enough viewers');
  expect((await readInsights(none, { metric: 'reach' })).body['data']).toEqual([]);
});

test('the insights of an account per day contain what its posts gained on that day', async () => {
  const now = z.object({ now: z.iso.datetime() });
  const clock = now.parse(await (await callControl(fixture.sandbox, '/clock')).json());
  const since = Math.floor(Date.parse(clock.now) / 1000) * 1000;
  await publishImage();
  await advance(3 * DAY);
  const [first, second] = [await readDay(since), await readDay(since + DAY)];
  expect(first['reach']).toBeGreaterThan(second['reach'] ?? 0);
  expect(first['accounts_engaged']).toBeLessThanOrEqual(first['reach'] ?? 0);
  expect(await readDay(since)).toEqual(first);
});

test('the followers of an account grow over time', async () => {
  const before = await fixture.readFields(fixture.igId, 'followers_count');
  await advance(30 * DAY);
  const after = await fixture.readFields(fixture.igId, 'followers_count');
  expect(after['followers_count']).toBeGreaterThan(Number(before['followers_count']));
});

test('insights are refused without their permission', async () => {
  const id = await publishImage();
  const { pageToken, igId } = await connectAccount(fixture.sandbox, 'Sem acesso às métricas');
  expect(getErrorKey(await readInsights(id, { metric: 'reach' }, pageToken))).toBe('10');
  const days = { metric: 'reach', period: 'day', metric_type: 'total_value' };
  expect(getErrorKey(await readInsights(igId, days, pageToken))).toBe('10');
});

test('the usage headers report the usage in the settings', async () => {
  const id = await publishImage();
  expect((await readInsights(id, { metric: 'reach' })).headers.get('x-app-usage')).toBeNull();
  await callControl(fixture.sandbox, '/settings', { accountUsage: 60, appUsage: 10 });
  const { headers } = await readInsights(id, { metric: 'reach' });
  expect(JSON.parse(headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 10 });
  const ofAccount: unknown = JSON.parse(headers.get('x-business-use-case-usage') ?? '');
  expect(ofAccount).toMatchObject({ [fixture.igId]: [{ type: 'instagram', call_count: 60 }] });
});
