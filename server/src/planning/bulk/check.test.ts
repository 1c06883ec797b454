import { toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { BatchLine } from '@pontual/contract/planning/bulk.ts';
import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aLine, checkLines } from '../../../testing/bulk.ts';
import {
  aConnectedUser,
  aScheduledPost,
  aUser,
  connectAnother,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
});
afterAll(() => world.stop());
beforeEach(() => givePlan(world, client, 'premium'));

const image = (name: string, bytes = 1000) => ({ name, kind: 'image', bytes, durationMs: null });
const video = (name: string, durationMs: number | null = 12_000) => ({
  name,
  kind: 'video',
  bytes: 1000,
  durationMs,
});
const files = [
  image('foto.jpg'),
  image('Pão de queijo.jpg'),
  image('loja.png'),
  video('loja.mp4'),
  video('curto.mp4', 900),
  image('antes; depois, hoje.jpg'),
];

const check = async (lines: Partial<BatchLine>[]) =>
  dataOf(await checkLines(client, { lines: lines.map(aLine), files })).lines;
function dayIn(days: number): string {
  const { day, month, year } = toBrasilia(new Date(world.now().getTime() + days * DAY));
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
}
const soon = () => ({ day: dayIn(2), hour: '18h30' });
async function issuesOf(line: Partial<BatchLine>): Promise<string[]> {
  const [checked] = await check([{ ...soon(), ...line }]);
  return (checked?.issues ?? []).map(({ column, code }) => `${column} ${code}`);
}

describe('a valid line', () => {
  test('returns its files, its type and its instant in Brasília', async () => {
    const [checked] = await check([
      {
        files: 'PAO DE QUEIJO.JPG'.replace('PAO', 'PÃO'),
        ...soon(),
        collaborators: '@ana, bia',
        caption: '#publi',
      },
    ]);
    expect(checked).toMatchObject({ files: [1], mediaType: 'IMAGE', issues: [] });
    expect(checked).toMatchObject({ collaborators: ['ana', 'bia'], shareToFeed: true });
    const at = toBrasilia(new Date(checked?.scheduledTime ?? ''));
    expect([at.hour, at.minute, at.day]).toEqual([18, 30, Number(dayIn(2).slice(0, 2))]);
  });

  test.each([
    ['foto', [0]],
    ['fotos\\2026\\foto.jpg', [0]],
    ['foto.jpg | loja.png', [0, 2]],
    ['foto.jpg; loja.png\nloja.mp4', [0, 2, 3]],
    ['foto.jpg, loja.png', [0, 2]],
    ['Pa\u0303o de queijo', [1]],
    ['antes; depois, hoje.jpg', [5]],
  ])('finds the files of %j', async (written, indexes) => {
    const [checked] = await check([{ ...soon(), files: written }]);
    expect(checked).toMatchObject({ files: indexes, issues: [] });
  });

  test.each([
    ['', 'foto.jpg', 'IMAGE'],
    ['', 'loja.mp4', 'REELS'],
    ['', 'foto.jpg|loja.png', 'CAROUSEL'],
    ['Foto', 'foto.jpg', 'IMAGE'],
    ['VÍDEO', 'loja.mp4', 'VIDEO'],
    ['post', 'loja.mp4', 'VIDEO'],
    ['feed', 'foto.jpg', 'IMAGE'],
    ['Story', 'foto.jpg', 'STORIES'],
    ['stories', 'loja.mp4', 'STORIES'],
    ['reel', 'loja.mp4', 'REELS'],
    ['Carrossel', 'foto.jpg|loja.mp4', 'CAROUSEL'],
  ])('of type %j with %s is a %s', async (type, written, mediaType) => {
    const [checked] = await check([{ ...soon(), type, files: written }]);
    expect(checked).toMatchObject({ mediaType, issues: [] });
  });

  test('may have the time in the day column, and keep a reel out of the feed', async () => {
    const [checked] = await check([
      { day: `${dayIn(3)} 09:15:00`, files: 'loja.mp4', feed: 'Não' },
    ]);
    expect(checked).toMatchObject({ issues: [], shareToFeed: false });
    expect(toBrasilia(new Date(checked?.scheduledTime ?? ''))).toMatchObject({
      hour: 9,
      minute: 15,
    });
  });
});

test('a line with collaborators but no #publi gets a warning', async () => {
  const captions = ['Oi', 'Oi #Publi', 'Publicidade #ad', 'Oi #publico'];
  const lines = await check(
    captions.map((caption) =>
      Object.assign(soon(), { files: 'loja.mp4', collaborators: 'ana', caption }),
    ),
  );
  const reminded = lines.map(({ issues }) =>
    issues.some(({ code, isWarning }) => code === 'ADVERTISING_UNMARKED' && isWarning),
  );
  expect(reminded).toEqual([true, false, false, true]);
});

test('a sixth hashtag is a warning, but not for a story, which shows no caption', async () => {
  const [five, six] = ['#a #b #c #d #e', '#a #b #c #d #e #f'];
  const lines = await check([
    { ...soon(), files: 'loja.mp4', caption: five },
    { ...soon(), files: 'loja.mp4', caption: six },
    { ...soon(), files: 'loja.mp4', caption: six, type: 'Stories' },
  ]);
  const ofHashtags = lines.map(({ issues }) => issues.filter(({ code }) => code === 'HASHTAGS'));
  expect(ofHashtags).toEqual([
    [],
    [{ column: 'caption', code: 'HASHTAGS', message: hashtagIssue(six), isWarning: true }],
    [],
  ]);
});

test('a file with the exact name comes before one that matches without its extension', async () => {
  const two = {
    lines: [aLine({ files: 'capa', ...soon() })],
    files: [image('capa.jpg'), image('capa')],
  };
  expect(dataOf(await checkLines(client, two)).lines).toMatchObject([{ files: [1], issues: [] }]);
});

describe('an invalid line has an issue with its column', () => {
  test.each([
    [{ files: '' }, ['files FILE_REQUIRED']],
    [{ files: '../../etc/senha' }, ['files FILE_MISSING']],
    [{ files: 'foto.jpg|nada.jpg' }, ['files FILE_MISSING']],
    [{ files: 'loja' }, ['files FILE_AMBIGUOUS']],
    [{ day: '31/02/2027' }, ['day DAY_NONEXISTENT']],
    [{ day: 'logo' }, ['day DAY_UNREADABLE']],
    [{ day: '' }, ['day DAY_REQUIRED']],
    [{ hour: '25:00' }, ['hour HOUR_NONEXISTENT']],
    [{ hour: 'de noite' }, ['hour HOUR_UNREADABLE']],
    [{ hour: '' }, ['hour HOUR_REQUIRED']],
    [{ day: '', hour: '' }, ['day DAY_REQUIRED', 'hour HOUR_REQUIRED']],
    [{ day: '01/01/2020' }, ['day SCHEDULED_TIME_PAST']],
    [{ type: 'cartaz' }, ['type TYPE_UNREADABLE']],
    [{ type: 'Reels' }, ['type MEDIA_KIND']],
    [{ type: 'Imagem', files: 'foto.jpg|loja.png' }, ['files TOO_MANY_FILES']],
    [{ type: 'Carrossel' }, ['files CAROUSEL_SIZE']],
    [{ type: 'Reels', files: 'curto.mp4' }, ['files VIDEO_UNFIT']],
    [{ caption: 'a'.repeat(2201) }, ['caption CAPTION']],
    [{ caption: '#a '.repeat(31) }, ['caption CAPTION']],
    [{ collaborators: 'a b c d' }, ['collaborators COLLABORATORS']],
    [{ collaborators: 'com-traço' }, ['collaborators COLLABORATORS']],
    [{ feed: 'talvez' }, ['feed FEED_UNREADABLE']],
  ])('%j', async (line, faults) => {
    expect(await issuesOf(line)).toEqual(faults);
  });

  test('and a sentence that quotes the cell', async () => {
    const [one, two] = await check([
      { ...soon(), day: '31/02/2027' },
      { ...soon(), files: 'some.jpg', hour: 'cedo' },
    ]);
    expect(one?.issues).toMatchObject([{ message: 'O dia 31/02/2027 não existe.' }]);
    expect(two?.issues.map(({ message }) => message)).toEqual([
      'O arquivo “some.jpg” não está entre os que você escolheu.',
      'Não entendemos a hora “cedo”. Escreva como 18:30.',
    ]);
  });

  test('the hour, when a time of today has passed', async () => {
    const past = toBrasilia(new Date(world.now().getTime() - 60_000));
    const hour = `${past.hour}:${String(past.minute).padStart(2, '0')}`;
    const day = `${past.day}/${past.month}/${past.year}`;
    const faults = await issuesOf({ day, hour });
    expect(faults).toEqual(['hour SCHEDULED_TIME_PAST']);
  });

  test('the day, when it has no year and has just passed, unless the line names the next year', async () => {
    const day = dayIn(-3);
    const nextYear = `${day.slice(0, 6)}${Number(day.slice(6)) + 1}`;
    const checked = await check([{ day: day.slice(0, 5), hour: '18h30' }]);
    expect(checked[0]?.issues).toEqual([
      {
        column: 'day',
        code: 'SCHEDULED_TIME_PAST',
        message: `O dia ${day} já passou. Escolha um dia no futuro ou, se quis dizer ${nextYear}, escreva o ano.`,
        isWarning: false,
      },
    ]);
    expect(await issuesOf({ day: nextYear })).toEqual([]);
  });
});

describe('lines are checked together', () => {
  test('the same minute and the same file twice are warnings', async () => {
    const lines = await check([
      { ...soon() },
      { ...soon(), files: 'loja.png' },
      { day: dayIn(4), hour: '8h', files: 'foto.jpg' },
    ]);
    expect(lines.map(({ issues }) => issues.map(({ code }) => code))).toEqual([
      ['FILE_REPEATED', 'SAME_MINUTE'],
      ['SAME_MINUTE'],
      ['FILE_REPEATED'],
    ]);
    expect(lines.flatMap(({ issues }) => issues).every(({ isWarning }) => isWarning)).toBe(true);
  });

  test('also against the scheduled posts', async () => {
    const post = await aScheduledPost(world, client, { dueInMs: 5 * DAY });
    const at = toBrasilia(new Date(post.scheduledTime ?? ''));
    const day = `${at.day}/${at.month}/${at.year}`;
    const faults = await issuesOf({
      day,
      hour: `${at.hour}:${String(at.minute).padStart(2, '0')}`,
    });
    expect(faults).toEqual(['hour SAME_MINUTE']);
  });

  test('only against posts of the chosen account, because accounts may publish in the same minute', async () => {
    const owner = await aConnectedUser(world);
    await givePlan(world, owner, 'pro');
    await connectAnother(world, owner, 'cafe.serra');
    const { accounts } = dataOf(
      await owner.get<{ accounts: { instagramAccountId: string }[] }>('/instagram/accounts'),
    );
    const [first, second] = accounts.map(({ instagramAccountId }) => instagramAccountId);
    const post = await aScheduledPost(world, owner, { dueInMs: 5 * DAY });
    const { day, month, year, hour, minute } = toBrasilia(new Date(post.scheduledTime ?? ''));
    const lines = [
      aLine({ day: `${day}/${month}/${year}`, hour: `${hour}:${String(minute).padStart(2, '0')}` }),
    ];
    const codesFor = async (instagramAccountId: string | undefined) => {
      const checked = dataOf(await checkLines(owner, { lines, files, instagramAccountId }));
      return checked.lines.flatMap(({ issues }) => issues.map(({ code }) => code));
    };
    expect(await codesFor(undefined)).toEqual(['SAME_MINUTE']);
    expect(await codesFor(first)).toEqual(['SAME_MINUTE']);
    expect(await codesFor(second)).toEqual([]);
    await sql`update publications set target_ig_user_id = ${second} where post_id = ${post._id}`.execute(
      world.database.db,
    );
    expect(await codesFor(undefined)).toEqual([]);
    expect(await codesFor(second)).toEqual(['SAME_MINUTE']);
  });

  test('the plan limit counts the whole batch, and its latest posts exceed it', async () => {
    const owner = await aConnectedUser(world);
    await givePlan(world, owner, 'pro');
    const start = new Date(world.now().getTime() + DAY);
    const { year, month, day } = toBrasilia(start);
    const lines = Array.from({ length: 52 }, (_, index) =>
      aLine({
        day: `${day}/${month}/${year}`,
        hour: `${Math.floor((51 - index) / 6) + 8}:${(51 - index) % 6}0`,
      }),
    );
    const { lines: checked } = dataOf(await checkLines(owner, { lines, files }));
    const full = checked.flatMap(({ issues }, index) =>
      issues.some(({ code }) => code === 'LIMIT_EXCEEDED') ? [index] : [],
    );
    expect(full).toEqual([0, 1]);
    const far = await checkLines(owner, { lines: [aLine({ day: dayIn(40), hour: '9h' })], files });
    expect(dataOf(far).lines[0]?.issues).toMatchObject([
      { column: 'day', code: 'LIMIT_EXCEEDED', message: expect.stringContaining('30 dias') },
    ]);
  });
});

test('the check requires Pro or Premium', async () => {
  const free = await aUser(world);
  const refused = { status: 403, body: { code: 'PLAN_REQUIRED' } };
  expect(await checkLines(free, { lines: [], files: [] })).toMatchObject(refused);
  await givePlan(world, free, 'pro');
  expect(await checkLines(free, { lines: [], files: [] })).toMatchObject({ status: 200 });
});

test('a batch above the maximum size is refused', async () => {
  const lines = Array.from({ length: 101 }, () => aLine());
  expect(await checkLines(client, { lines, files })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', errors: { lines: 'Um lote tem no máximo 100 posts' } },
  });
});
