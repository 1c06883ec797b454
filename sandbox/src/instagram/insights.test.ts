import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, control, errorOf, graph, type GraphAnswer } from '../testing/graph-client.ts';
import { jpeg } from '../testing/media-bytes.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const POST_METRICS = 'reach,likes,comments,saved,shares,total_interactions,views';
let studio: Studio;

beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const lifetime = z.object({
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
const ofDay = z.object({
  data: z.array(
    z.looseObject({ name: z.string(), total_value: z.strictObject({ value: z.int() }) }),
  ),
});

const insights = (
  id: string,
  params: Record<string, string>,
  access_token = studio.pageToken,
): Promise<GraphAnswer> =>
  graph(studio.sandbox, 'GET', `/${id}/insights`, { ...params, access_token });

async function valuesOf(id: string, metric = POST_METRICS): Promise<Record<string, number>> {
  const { data } = lifetime.parse((await insights(id, { metric })).body);
  return Object.fromEntries(data.map(({ name, values }) => [name, values[0]?.value ?? -1]));
}

async function aDay(since: number): Promise<Record<string, number>> {
  const range = { since: String(since / 1000), until: String((since + DAY) / 1000) };
  const asked = { metric: 'reach,views,total_interactions,accounts_engaged', period: 'day' };
  const answer = await insights(studio.igId, { ...asked, metric_type: 'total_value', ...range });
  const { data } = ofDay.parse(answer.body);
  return Object.fromEntries(data.map(({ name, total_value: { value } }) => [name, value]));
}

const publishImage = async (params: Record<string, string> = {}): Promise<string> =>
  (await studio.publish(await studio.createImage(params))).body.id ?? '';
const advance = (advanceMs: number): Promise<Response> =>
  control(studio.sandbox, '/clock', { advanceMs });

test('a post is seen fast in its first hours, and hardly more after days', async () => {
  const id = await publishImage();
  expect(await valuesOf(id, 'reach')).toEqual({ reach: 0 });
  const reached: number[] = [];
  for (const ms of [6 * HOUR, 18 * HOUR, 29 * DAY, 30 * DAY]) {
    await advance(ms);
    reached.push((await valuesOf(id))['reach'] ?? 0);
  }
  const [hours = 0, day = 0, month = 0, later = 0] = reached;
  expect(hours).toBeGreaterThan(100);
  expect(day).toBeGreaterThan(hours);
  expect(day - hours).toBeLessThan(hours);
  expect(later - month).toBeLessThan(3);
});

test('interactions are what they consist of', async () => {
  const id = await publishImage();
  await advance(2 * DAY);
  const { likes = 0, comments = 0, saved = 0, shares = 0, ...more } = await valuesOf(id);
  expect(more['total_interactions']).toBe(likes + comments + saved + shares);
  expect(await studio.look(id, 'like_count')).toMatchObject({ like_count: likes });
});

test('a metric of another kind of medium is refused with the allowed ones', async () => {
  const image_url = studio.host.offer('/story.jpg', jpeg(1080, 1920));
  const made = await studio.create({ media_type: 'STORIES', image_url });
  const story = (await studio.publish(made.body.id ?? '')).body.id ?? '';
  await advance(6 * HOUR);
  expect(await valuesOf(story, 'reach,replies,navigation')).toHaveProperty('replies');
  const refused = await insights(story, { metric: 'reach,saved' });
  expect(errorOf(refused)).toBe('100');
  expect(refused.body.error?.['message']).toMatch(/metric\[1\] .*navigation/);
  expect(errorOf(await insights(await publishImage(), { metric: 'impressions' }))).toBe('100');
});

test('a story that nobody has seen tells nothing, and one that is over is gone', async () => {
  const image_url = studio.host.offer('/story.jpg', jpeg(1080, 1920));
  const made = await studio.create({ media_type: 'STORIES', image_url });
  const story = (await studio.publish(made.body.id ?? '')).body.id ?? '';
  expect(errorOf(await insights(story, { metric: 'reach' }))).toBe('10');
  await advance(DAY);
  expect(errorOf(await insights(story, { metric: 'reach' }))).toBe('100/33');
});

test('a caption asks for too few viewers, or for no data', async () => {
  const [few, none] = [
    await publishImage({ caption: 'Vaso #poucaaudiencia' }),
    await publishImage({ caption: 'Vaso #semDados' }),
  ];
  await advance(DAY);
  const refused = await insights(few, { metric: 'reach' });
  expect(errorOf(refused)).toBe('10');
  expect(refused.body.error?.['message']).toContain('Not enough viewers');
  expect((await insights(none, { metric: 'reach' })).body['data']).toEqual([]);
});

test('the days of an account count what its posts won in them', async () => {
  const now = z.object({ now: z.iso.datetime() });
  const clock = now.parse(await (await control(studio.sandbox, '/clock')).json());
  const since = Math.floor(Date.parse(clock.now) / 1000) * 1000;
  await publishImage();
  await advance(3 * DAY);
  const [first, second] = [await aDay(since), await aDay(since + DAY)];
  expect(first['reach']).toBeGreaterThan(second['reach'] ?? 0);
  expect(first['accounts_engaged']).toBeLessThanOrEqual(first['reach'] ?? 0);
  expect(await aDay(since)).toEqual(first);
});

test('an account is followed by more people as time goes by', async () => {
  const before = await studio.look(studio.igId, 'followers_count');
  await advance(30 * DAY);
  const after = await studio.look(studio.igId, 'followers_count');
  expect(after['followers_count']).toBeGreaterThan(Number(before['followers_count']));
});

test('who has unticked the permission is refused', async () => {
  const id = await publishImage();
  const { pageToken, igId } = await connect(studio.sandbox, 'Sem acesso às métricas');
  expect(errorOf(await insights(id, { metric: 'reach' }, pageToken))).toBe('10');
  const days = { metric: 'reach', period: 'day', metric_type: 'total_value' };
  expect(errorOf(await insights(igId, days, pageToken))).toBe('10');
});

test('the headers tell of the usage that the settings say', async () => {
  const id = await publishImage();
  expect((await insights(id, { metric: 'reach' })).headers.get('x-app-usage')).toBeNull();
  await control(studio.sandbox, '/settings', { accountUsage: 60, appUsage: 10 });
  const { headers } = await insights(id, { metric: 'reach' });
  expect(JSON.parse(headers.get('x-app-usage') ?? '')).toMatchObject({ call_count: 10 });
  const ofAccount: unknown = JSON.parse(headers.get('x-business-use-case-usage') ?? '');
  expect(ofAccount).toMatchObject({ [studio.igId]: [{ type: 'instagram', call_count: 60 }] });
});
