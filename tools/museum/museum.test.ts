import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NOT_VISIBLE } from '@pontual/contract/posts/issue-codes.ts';
import { describe, expect, test } from 'vitest';
import { createAlerts } from './alerts.ts';
import type { Exhibit } from './exhibit.ts';
import { exhibits } from './exhibits.ts';
import { writeMuseumDocument } from './museum-document.ts';
import { playAll, type ExhibitResult } from './play-all.ts';
import { judge, type Observations } from './verdict.ts';

const DUE = Date.UTC(2027, 0, 4, 12);
const MINUTE = 60_000;

const exhibit: Exhibit = {
  id: 'made-up',
  title: 'An outage',
  sources: ['nowhere'],
  dates: 'never',
  seen: 'nothing',
  script: [],
  expected: { blame: 'instagram', alert: 'InstagramRefuses' },
};

describe('the alerts', () => {
  const sampleAt = (minute: number) => ({
    at: DUE + minute * MINUTE,
    instagramRefuses: false,
    publicationsAbsent: false,
    unanswered: 0,
    calls: minute * 10,
  });

  test('are those of operations/alerts.yaml, and fire once their time is over', () => {
    const alerts = createAlerts();
    for (let minute = 0; minute <= 10; minute += 1) alerts.evaluate(sampleAt(minute));
    expect(alerts.firedAt.size).toBe(0);
    for (let minute = 11; minute <= 20; minute += 1) {
      const unanswered = (minute - 11) * 10;
      const isTrue = { instagramRefuses: true, publicationsAbsent: true };
      alerts.evaluate({ ...sampleAt(minute), ...isTrue, unanswered });
    }
    expect(Object.fromEntries(alerts.firedAt)).toEqual({
      InstagramRefuses: DUE + 14 * MINUTE,
      InstagramSilent: DUE + 16 * MINUTE,
      PublicationsAbsent: DUE + 12 * MINUTE,
    });
  });
});

describe('the museum', () => {
  test('has at least 20 exhibits, each with a name of its own, a source and a date', () => {
    expect(exhibits.length).toBeGreaterThanOrEqual(20);
    expect(new Set(exhibits.map(({ id }) => id)).size).toBe(exhibits.length);
    for (const { sources, dates, seen, script } of exhibits) {
      expect(sources.length).toBeGreaterThan(0);
      expect([dates, seen].every((text) => text.length > 0)).toBe(true);
      expect(script.length).toBeGreaterThan(0);
    }
  });

  test('is described in docs/museum.md', async () => {
    await expect(writeMuseumDocument()).toMatchFileSnapshot('../../docs/museum.md');
  });
});

describe('a run', () => {
  test.each([
    ['--only', 'reads-10,typo', /^--only: .* none called typo\n$/],
    ['--jobs', 'two', /^--jobs takes a number of processes\n$/],
  ])('refuses %s %s in one line', (option, value, line) => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const ended = spawnSync(process.execPath, [main, option, value], { encoding: 'utf8' });
    expect([ended.status, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toMatch(line);
  });

  test('fails only the exhibit whose process dies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pontual-museum-test-'));
    const player = join(folder, 'player.mjs');
    writeFileSync(
      player,
      `process.on('message', (id) => {
        if (id === 'dies') process.kill(process.pid, 'SIGKILL');
        else if (id === 'end') process.disconnect();
        else process.send({ verdict: { exhibit: { id }, violations: [] }, ms: 1 });
      });
      process.send('ready');`,
    );
    const results: ExhibitResult[] = [];
    const named = (id: string): Exhibit => ({ ...exhibit, id });
    const waiting = [named('first'), named('dies'), named('last')];
    await playAll(waiting, {
      jobs: 1,
      player: pathToFileURL(player),
      onResult: (result) => void results.push(result),
    });
    rmSync(folder, { recursive: true });
    expect(results.map(({ id, violations }) => [id, violations])).toEqual([
      ['first', []],
      ['dies', ['its process ended with SIGKILL']],
      ['last', []],
    ]);
  });
});

describe('the verdict', () => {
  const post = {
    id: 'a',
    account: 0,
    dueAt: DUE,
    status: 'published',
    isActive: false,
    publishedAt: DUE + 20 * MINUTE,
    media: 1,
  };
  const notification = {
    account: 0,
    postId: 'a',
    at: DUE + 10 * MINUTE,
    code: '2',
    action: 'wait',
  };
  const good: Observations = {
    beganAt: DUE,
    posts: [post],
    notifications: [notification],
    issues: [],
    forecasts: new Map(),
    offAir: new Set(),
    alerts: new Map([['InstagramRefuses', DUE + 5 * MINUTE]]),
    unexpectedErrors: [],
  };
  const violationsOf = (
    change: Partial<Observations>,
    expected: Partial<Exhibit['expected']> = {},
  ) => {
    const expecting = { ...exhibit, expected: { ...exhibit.expected, ...expected } };
    return judge(expecting, { ...good, ...change }).violations;
  };
  const absent = { ...post, media: 0, publishedAt: null };

  test('accepts a late post whose owner and operator are notified in time', () => {
    expect(violationsOf({})).toEqual([]);
  });

  test('accepts a post that is called published and not out, if its owner is notified of just that', () => {
    const notifications = [{ ...notification, code: NOT_VISIBLE }];
    expect(violationsOf({ posts: [absent], notifications }, { unpublished: 1 })).toEqual([]);
  });

  test('accepts a forecast in time instead of a notification only where one is expected', () => {
    const forecasts = new Map([['a', DUE + 10 * MINUTE]]);
    const instead = { notifications: [], issues: [notification], forecasts };
    expect(violationsOf(instead, { hasForecast: true })).toEqual([]);
    expect(violationsOf(instead)).toEqual([expect.stringContaining('notification')]);
    const late = { ...instead, forecasts: new Map([['a', DUE + 10 * MINUTE + 1]]) };
    expect(violationsOf(late, { hasForecast: true })).toEqual([
      expect.stringContaining('notification'),
    ]);
    expect(violationsOf({}, { hasForecast: true })).toEqual(['no issue has a forecast']);
  });

  test.each([
    ['called published and not out, with another notification', { posts: [absent] }, 'lost'],
    ['called failed and out', { posts: [{ ...post, status: 'failed' }] }, 'lost'],
    ['still on its way', { posts: [{ ...post, status: 'pending', isActive: true }] }, 'lost'],
    ['out twice', { posts: [{ ...post, media: 2 }] }, 'doubled'],
    ['out early', { posts: [{ ...post, publishedAt: DUE - 1 }] }, 'early'],
    [
      'late, with a late notification',
      { notifications: [{ ...notification, at: notification.at + 1 }] },
      'notification',
    ],
    [
      'late, with a notification about another post',
      { notifications: [{ ...notification, postId: 'b' }] },
      'notification',
    ],
    ['off the air for no reason', { offAir: new Set([3]) }, 'off the air'],
    ['blamed on the file', { issues: [{ ...notification, action: 'change_media' }] }, 'blames'],
    ['unknown to the operator', { alerts: new Map() }, 'alerts'],
    [
      'called a fault before there is one',
      { alerts: new Map([['InstagramRefuses', DUE - 1]]) },
      'alerts',
    ],
    [
      'called another fault as well',
      { alerts: new Map([...good.alerts, ['InstagramSilent', DUE + MINUTE]]) },
      'alerts',
    ],
    [
      'known to the operator too late',
      { alerts: new Map([['InstagramRefuses', DUE + 5 * MINUTE + 1]]) },
      'alerts',
    ],
  ] as const)('refuses a post that is %s', (_what, change, violated) => {
    expect(violationsOf(change).join('\n')).toContain(violated);
  });

  test('accepts blame of the account that waits for its owner, and of no other', () => {
    const expected = { blame: 'account', offAir: [2] } as const;
    const blameAccount = (account: number) =>
      violationsOf(
        { offAir: new Set([2]), issues: [{ account, code: '190/459', action: 'reconnect' }] },
        expected,
      );
    expect(blameAccount(2)).toEqual([]);
    expect(blameAccount(0).join('\n')).toContain('an account that works');
  });

  test.each([
    ['no-answer', 'wait', 'instagram'],
    ['though-permitted', 'wait', 'instagram'],
    ['permission-refused', 'try_again', 'instagram'],
    ['80002', 'wait', 'instagram'],
    ['190/459', 'reconnect', 'account'],
    ['4/2207051', 'try_again', 'account'],
    ['not-processable', 'change_media', 'file'],
    ['36003/2207009', 'change_media', 'file'],
    ['9004/2207052', 'wait', 'operator'],
    ['not-fetched', 'try_again', 'operator'],
    ['100', 'wait', 'operator'],
  ] as const)('reads an issue %s with the action %s as blame of: %s', (code, action, blame) => {
    const issues = [{ account: 0, code, action }];
    expect(judge(exhibit, { ...good, notifications: [], issues }).blamed).toEqual([blame]);
  });
});
