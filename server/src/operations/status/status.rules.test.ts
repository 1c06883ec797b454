import { describe, expect, test } from 'vitest';
import {
  computeChanges,
  overallState,
  shareOf,
  stateOfCalls,
  stateOfInstagram,
  stateOfPublishing,
  type AccountCalls,
  type CallsByCount,
  type Measurement,
  type ComponentState,
} from './status.rules.ts';

const allOk: Measurement = {
  publishing: 'ok',
  site: 'ok',
  instagram: 'ok',
  email: 'ok',
  payments: 'ok',
};
const toPreviousStates = (states: Measurement) =>
  new Map<string, ComponentState>(Object.entries(states));

test.each([
  { answered: 0, failed: 0, state: 'unknown' },
  { answered: 1, failed: 0, state: 'ok' },
  { answered: 99, failed: 1, state: 'ok' },
  { answered: 9, failed: 1, state: 'degraded' },
  { answered: 0, failed: 2, state: 'degraded' },
  { answered: 0, failed: 3, state: 'down' },
  { answered: 1, failed: 9, state: 'down' },
])('$failed failed and $answered answered calls: $state', ({ state, ...calls }) => {
  expect(stateOfCalls(calls)).toBe(state);
});

const none: AccountCalls = { accounts: 0, failing: 0, answered: 0, failed: 0 };
const nothingCounted: CallsByCount = { write: none, publish: none, shown: none };

describe.each(['write', 'publish', 'shown'] as const)(
  'by the calls of the kind %s of many accounts Instagram',
  (kind) => {
    test.each([
      { what: 'no account has any', accounts: 0, failing: 0, state: 'ok' },
      { what: 'one of one fails', accounts: 1, failing: 1, state: 'ok' },
      { what: 'two of two fail', accounts: 2, failing: 2, state: 'ok' },
      { what: 'three of three fail', accounts: 3, failing: 3, state: 'degraded' },
      { what: 'half of them fail', accounts: 6, failing: 3, state: 'ok' },
      { what: 'most of them fail', accounts: 7, failing: 4, state: 'degraded' },
    ])('is $state when $what', ({ state, accounts, failing }) => {
      const connections = { connected: 9, lost: 0 };
      const calls = { accounts, failing, answered: 9, failed: 50 };
      const counts = { ...nothingCounted, [kind]: calls };
      expect(stateOfInstagram({ answered: 50, failed: 0 }, counts, connections)).toBe(state);
    });
  },
);

test.each([
  { what: 'the only publication is absent', kind: 'shown', state: 'degraded' },
  { what: 'the only publication is refused', kind: 'publish', state: 'ok' },
])('an installation with two accounts when $what: $state', ({ kind, state }) => {
  const calls = { accounts: 1, failing: 1, answered: 0, failed: 1 };
  const connections = { connected: 2, lost: 0 };
  const counts = { ...nothingCounted, [kind]: calls };
  expect(stateOfInstagram({ answered: 50, failed: 0 }, counts, connections)).toBe(state);
});

test.each([
  { what: 'no write is refused', answered: 5, failed: 0, state: 'ok' },
  { what: 'a few writes are refused', answered: 0, failed: 4, state: 'ok' },
  { what: 'all of many are refused', answered: 0, failed: 5, state: 'degraded' },
  { what: 'most of many are refused', answered: 5, failed: 6, state: 'degraded' },
  { what: 'half of many are refused', answered: 6, failed: 6, state: 'ok' },
])('an installation with two accounts when $what: $state', ({ state, ...writes }) => {
  const counts = { ...nothingCounted, write: { accounts: 1, failing: 1, ...writes } };
  const connections = { connected: 2, lost: 0 };
  expect(stateOfInstagram({ answered: 50, failed: 0 }, counts, connections)).toBe(state);
});

test.each([
  { what: 'no account is connected', connected: 0, lost: 0, state: 'ok' },
  { what: 'two of two lose their connection', connected: 2, lost: 2, state: 'ok' },
  { what: 'three of nine lose it', connected: 9, lost: 3, state: 'degraded' },
  { what: 'five of a hundred lose it', connected: 100, lost: 5, state: 'ok' },
  { what: 'six of a hundred lose it', connected: 100, lost: 6, state: 'degraded' },
])('Instagram responds, and $what: $state', ({ state, ...connections }) => {
  expect(stateOfInstagram({ answered: 50, failed: 0 }, nothingCounted, connections)).toBe(state);
});

test('an Instagram that does not respond is down, whatever it refused before', () => {
  const counts = { ...nothingCounted, write: { accounts: 3, failing: 3, answered: 0, failed: 3 } };
  const connections = { connected: 3, lost: 3 };
  expect(stateOfInstagram({ answered: 0, failed: 9 }, counts, connections)).toBe('down');
});

const nothing = { out: 0, outLate: 0, failed: 0, waiting: 0, waitingMs: 0 };

test.each([
  { what: 'nothing was due', posts: {}, state: 'ok' },
  { what: 'all were in time', posts: { out: 50 }, state: 'ok' },
  { what: 'one in a hundred was late', posts: { out: 99, outLate: 1 }, state: 'ok' },
  { what: 'the only one was late', posts: { out: 1, outLate: 1 }, state: 'degraded' },
  { what: 'one waits', posts: { waiting: 1, waitingMs: 90_000 }, state: 'degraded' },
  { what: 'most wait long', posts: { out: 1, waiting: 2, waitingMs: 300_000 }, state: 'down' },
  { what: 'some wait long', posts: { out: 5, waiting: 2, waitingMs: 300_000 }, state: 'degraded' },
  { what: 'one in a hundred failed', posts: { out: 99, failed: 1 }, state: 'ok' },
  { what: 'the only one failed', posts: { failed: 1 }, state: 'degraded' },
  { what: 'all fail', posts: { failed: 3 }, state: 'down' },
  { what: 'some fail', posts: { out: 5, failed: 3 }, state: 'degraded' },
])('publishing when $what: $state', ({ posts, state }) => {
  expect(stateOfPublishing({ ...nothing, ...posts })).toBe(state);
});

test.each([
  { changed: {}, state: 'ok' },
  { changed: { instagram: 'unknown', email: 'unknown', payments: 'unknown' }, state: 'ok' },
  { changed: { email: 'down' }, state: 'degraded' },
  { changed: { publishing: 'degraded' }, state: 'degraded' },
  { changed: { publishing: 'down', site: 'unknown' }, state: 'down' },
  { changed: { site: 'down' }, state: 'down' },
  { changed: { publishing: 'unknown' }, state: 'unknown' },
] as const)('the overall state with $changed: $state', ({ changed, state }) => {
  expect(overallState({ ...allOk, ...changed })).toBe(state);
});

test('a share is 1 only if nothing is missing', () => {
  expect(shareOf(86_399, 86_400)).toBe(0.9999);
  expect(shareOf(86_400, 86_400)).toBe(1);
  expect(shareOf(0, 0)).toBeNull();
});

describe('computeChanges', () => {
  const last = new Date('2026-11-23T12:00:00Z');
  const minutesLater = (minutes: number) => new Date(last.getTime() + minutes * 60_000);
  const everyMs = 60_000;

  test('adds no duration at the first measurement', () => {
    const { changes, spent } = computeChanges(allOk, new Map(), { last: null, now: last, everyMs });
    expect(spent).toEqual([]);
    expect(changes).toHaveLength(5);
    expect(changes[0]).toEqual({ component: 'publishing', state: 'ok', at: last });
  });

  test('extends the previous state until the new measurement', () => {
    const now = minutesLater(1);
    const measured = { ...allOk, instagram: 'degraded' } as const;
    const { changes, spent } = computeChanges(measured, toPreviousStates(allOk), {
      last,
      now,
      everyMs,
    });
    expect(changes).toEqual([{ component: 'instagram', state: 'degraded', at: now }]);
    const minute = { day: '2026-11-23', state: 'ok', seconds: 60 };
    expect(spent).toHaveLength(5);
    expect(spent).toContainEqual({ ...minute, component: 'instagram' });
  });

  test('counts publishing as down and the rest as unknown while no worker measured', () => {
    const now = minutesLater(60);
    const { changes, spent } = computeChanges(allOk, toPreviousStates(allOk), {
      last,
      now,
      everyMs,
    });
    const hour = { day: '2026-11-23', seconds: 3600 };
    expect(spent).toContainEqual({ ...hour, component: 'publishing', state: 'down' });
    expect(spent).toContainEqual({ ...hour, component: 'site', state: 'unknown' });
    expect(changes.filter(({ component }) => component === 'publishing')).toEqual([
      { component: 'publishing', state: 'down', at: last },
      { component: 'publishing', state: 'ok', at: now },
    ]);
  });

  test('splits a duration at the midnight of Brasília, which is UTC-3', () => {
    const times = {
      last: new Date('2026-11-24T02:59:30Z'),
      now: new Date('2026-11-24T03:00:30Z'),
      everyMs,
    };
    const { spent } = computeChanges(allOk, toPreviousStates(allOk), times);
    expect(spent.filter(({ component }) => component === 'site')).toEqual([
      { component: 'site', state: 'ok', day: '2026-11-23', seconds: 30 },
      { component: 'site', state: 'ok', day: '2026-11-24', seconds: 30 },
    ]);
  });

  test('adds no duration if the clock was set back', () => {
    const { spent } = computeChanges(allOk, toPreviousStates(allOk), {
      last,
      now: minutesLater(-5),
      everyMs,
    });
    expect(spent).toEqual([]);
  });
});
