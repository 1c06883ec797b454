// One file, because every case reads one table: what an event or a decision makes of a publication in each state.
import { CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { describe, expect, test } from 'vitest';
import { aPublication, inMs, MINUTE, NOW, states } from '../../../testing/publications.ts';
import { toColumns, toPublication } from '../store/publication-row.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import type { Publication, StateKind } from '../state.ts';
import type { Outcome } from './transition-outcome.ts';
import { transition } from '../transition.ts';
import {
  approvalRequested,
  approvalWithdrawn,
  type PublicationEvent,
} from '../transition-events.ts';
import { applyDecision } from './apply-decision.ts';
import type { EngineDecision } from './decisions.ts';
import { manualIssue, unverifiableIssue } from '../post-issues.ts';

const HOUR = 60 * MINUTE;
const issue = { code: '4', cause: 'Aguarde.', action: 'wait' } as const;
const lateIssue = { code: 'approved-late', cause: 'Tarde.', action: 'wait' } as const;
const account = '17841400000000001';
const preparation = {
  container: '0199a7f0-0000-7000-8000-00000000c0d2',
  account,
  goodUntil: inMs(23 * HOUR),
  liveStories: null,
};
const lostContainer = { id: '0199a7f0-0000-7000-8000-00000000c0d3', account };
const connectedOther = { kind: 'account_connected', withSameLogin: new Set(['other']) } as const;
const connectedSame = { kind: 'account_connected', withSameLogin: new Set([account]) } as const;
const outage = { kind: 'outage_found', since: inMs(-MINUTE), until: NOW } as const;
const tooLate = { ...approvalWithdrawn, tooLateIssue: lateIssue } as PublicationEvent;

const apply = (publication: Publication, event: PublicationEvent) =>
  transition(publication, event, NOW);

const kinds: StateKind[] = [
  'draft',
  'preparing',
  'prepared',
  'publishing',
  'reconciling',
  'published',
  'ended',
  'manual',
];

/** The state after each event, for each of `kinds` before it; `-`: the event does not concern it. */
const table: [name: string, PublicationEvent, row: string][] = [
  ['scheduled', { kind: 'scheduled' }, 'preparing - - - - - preparing preparing'],
  ['edited', { kind: 'edited' }, '- preparing preparing - - - ended manual'],
  ['moved', { kind: 'moved' }, '- preparing prepared - - - - -'],
  ['to be published now', { kind: 'publish_now' }, '- preparing prepared - - - - -'],
  [
    'to be tried again, with a container',
    { kind: 'retried', isTried: true },
    '- - - - - - reconciling reconciling',
  ],
  [
    'to be tried again, without one',
    { kind: 'retried', isTried: false },
    '- - - - - - preparing preparing',
  ],
  ['in need of an approval', approvalRequested, 'draft preparing prepared - - - ended manual'],
  ['approved', approvalWithdrawn, 'draft preparing prepared - - - ended manual'],
  ['approved too late', tooLate, 'draft draft draft - - - ended manual'],
  [
    'taken over by its owner',
    { kind: 'manual_publishing_started' },
    '- manual manual publishing reconciling - manual manual',
  ],
  [
    'found on the account of its owner',
    { kind: 'manual_publication_found', mediaId: '1', permalink: null, account },
    '- - - - - - published published',
  ],
  [
    'marked as published by its owner',
    { kind: 'manual_publication_confirmed' },
    '- - - - - - published published',
  ],
  ['left as a draft', { kind: 'left_as_draft' }, 'draft - - - - - - -'],
  ['for the new account', { kind: 'account_confirmed' }, '- preparing - - - - - -'],
  ['of an account that is connected again', connectedSame, '- preparing - - reconciling - - -'],
  ['beside another account', connectedOther, '- preparing preparing - reconciling - - -'],
  [
    'of a disconnected account',
    { kind: 'account_disconnected', account, hasOtherAccount: false },
    '- - preparing - - - - -',
  ],
  [
    'beside a disconnected account',
    { kind: 'account_disconnected', account: 'other', hasOtherAccount: true },
    '- - - - - - - -',
  ],
  ['to be checked', { kind: 'recheck' }, '- preparing prepared - - - - -'],
  [
    'due in a pause that has ended',
    { kind: 'pause_ended', until: null },
    '- draft draft publishing reconciling - - -',
  ],
  ['pending in an outage', { ...outage, isRestored: false }, '- preparing preparing - - - - -'],
  [
    'pending in a restored backup',
    { ...outage, isRestored: true },
    '- preparing preparing publishing reconciling - - -',
  ],
  ['of a workspace that is deleted', { kind: 'publishing_stopped' }, '- draft draft - draft - - -'],
  [
    'of a worker that is gone',
    { kind: 'worker_lost' },
    '- preparing prepared publishing reconciling - - -',
  ],
  [
    'claimed',
    { kind: 'intent_written', worker: lostContainer.id, hasWaited: false, isDelayedByGap: false },
    '- - publishing - - - - -',
  ],
];

const rowOf = (outcomeFor: (publication: Publication) => Outcome | undefined) =>
  kinds.map((kind) => outcomeFor(aPublication(kind))?.publication.state.kind ?? '-').join(' ');

test.each(table)('a post that is %s', (_name, event, row) => {
  expect(rowOf((publication) => apply(publication, event))).toBe(row);
});

const decide = (publication: Publication, decision: EngineDecision) =>
  applyDecision(publication, decision, NOW);

/** The same for each decision of the engine. */
const decisionTable: [name: string, EngineDecision, row: string][] = [
  [
    'to wait',
    { kind: 'wait', ms: MINUTE, issue },
    '- preparing prepared publishing reconciling - - -',
  ],
  [
    'prepared',
    { kind: 'become_prepared', preparation, containerIds: [] },
    '- prepared - - - - - -',
  ],
  [
    'to be prepared again',
    { kind: 'prepare_again', effects: [] },
    '- preparing preparing preparing preparing - - -',
  ],
  [
    'not found in its outage window',
    { kind: 'clear_outage' },
    '- preparing prepared publishing reconciling - - -',
  ],
  [
    'of an unknown outcome',
    { kind: 'reconcile', ms: 0, code: '2', container: lostContainer },
    '- reconciling reconciling reconciling reconciling - - -',
  ],
  ['certainly not published', { kind: 'call_again', ms: 0 }, '- - - prepared prepared - - -'],
  [
    'published',
    { kind: 'become_published', mediaId: null, isVerified: true },
    '- published published published published - - -',
  ],
  ['for its owner', { kind: 'hand_over', effects: [] }, '- manual manual manual manual - - -'],
  ['held by a pause', { kind: 'return_missed', pauseId: null }, '- draft draft - - - - -'],
  ['unapproved', { kind: 'return_unapproved' }, '- draft draft - - - - -'],
  [
    'refused',
    { kind: 'end', outcome: 'failed', issue, effects: [] },
    '- ended ended ended ended - - -',
  ],
];

test.each(decisionTable)('a post that is %s', (_name, decision, row) => {
  expect(rowOf((publication) => decide(publication, decision))).toBe(row);
});

describe('the next step of', () => {
  const nextStep = (publication: Publication, event: PublicationEvent) => {
    const state = apply(publication, event)?.publication.state;
    const at = state !== undefined && 'nextStepAt' in state ? state.nextStepAt : NOW;
    return (at.getTime() - NOW.getTime()) / MINUTE;
  };
  const due = (ms: number, kind: StateKind = 'prepared') => aPublication(kind, { dueAt: inMs(ms) });
  const awaiting = (ms: number) => {
    const post = due(ms);
    return { ...post, holds: { ...post.holds, approval: { since: NOW } } };
  };
  const prompted = (ms: number) => {
    const post = due(ms);
    return { ...post, holds: { ...post.holds, manualPrompt: { at: NOW, checkedAt: null } } };
  };
  const tomorrow = (mediaType: 'STORIES' | 'IMAGE') => {
    const state = { ...states.prepared, nextStepAt: inMs(24 * HOUR) };
    const publication = aPublication(state, { dueAt: inMs(24 * HOUR) });
    return { ...publication, post: { ...publication.post, mediaType } };
  };
  const until = inMs(1.5 * MINUTE);
  const restored = { ...outage, until, isRestored: true } as const;
  const disconnected = { kind: 'account_disconnected', account } as const;
  const SAFETY = 65_000 / MINUTE;

  test.each<[string, Publication, PublicationEvent, minutes: number]>([
    ['an edited post is 30 minutes before it is due', due(40 * MINUTE), { kind: 'edited' }, 10],
    ['an edited post that is due soon is now', due(20 * MINUTE), { kind: 'edited' }, 0],
    [
      'a prepared post that is moved comes after the dispatcher',
      due(20 * MINUTE),
      { kind: 'moved' },
      20 + SAFETY,
    ],
    ['a prepared post that awaits approval is now', awaiting(20 * MINUTE), { kind: 'moved' }, 0],
    [
      'a post to be published now comes after the dispatcher',
      due(0),
      { kind: 'publish_now' },
      SAFETY,
    ],
    ['a post that its owner may have published is now', prompted(0), { kind: 'publish_now' }, 0],
    ['an approved post is at once', awaiting(30.5 * MINUTE), approvalWithdrawn, 0],
    [
      'a post of a disconnected account is its due time',
      due(50 * MINUTE),
      { ...disconnected, hasOtherAccount: false },
      50,
    ],
    [
      'a post of a disconnected account, beside another one, is earlier',
      due(50 * MINUTE),
      { ...disconnected, hasOtherAccount: true },
      20,
    ],
    ['a post of a restored backup waits for earlier calls', due(0), restored, 1.5],
    ['a call of a restored backup waits for its effect', aPublication('publishing'), restored, 1.5],
    ['tomorrow’s story of a restored backup comes soon', tomorrow('STORIES'), restored, 2.5],
    ['tomorrow’s photo of a restored backup is in its time', tomorrow('IMAGE'), restored, 1410],
  ])('%s', (_name, publication, event, minutes) => {
    expect(nextStep(publication, event)).toBeCloseTo(minutes);
  });
});

describe('a row', () => {
  const toRow = (publication: Publication) => {
    const { post, fence } = publication;
    return {
      id: post.id,
      workspace_id: post.workspaceId,
      revision: post.revision,
      media_type: post.mediaType,
      scheduled_time: post.dueAt,
      target_ig_user_id: post.target,
      fence,
      ...toColumns(publication),
    } as PostRow;
  };

  test.each(kinds)('holds all of a publication that is %s', (kind) => {
    const takenOver = kind === 'published' || kind === 'manual' ? null : { since: inMs(-MINUTE) };
    const state = kind === 'ended' ? { ...states.ended, outcome: 'error' as const } : kind;
    const publication = aPublication(state, {
      issue: { ...issue, forecastAt: inMs(MINUTE) },
      holds: {
        approval: { since: inMs(-MINUTE) },
        missed: { at: inMs(-MINUTE) },
        manual: takenOver,
        manualPrompt: { at: inMs(-MINUTE), checkedAt: null },
        outage: { since: inMs(-2 * MINUTE), until: inMs(-MINUTE), isOwnerOnly: true },
      },
      offeredFor: NOW,
      delays: { byInstagram: true, byOthers: false, byGap: false },
    });
    expect(toPublication(toRow(publication))).toEqual(publication);
  });

  test.each([null, inMs(-MINUTE)])('says since when the owner had taken it over: %s', (since) => {
    const publication = aPublication({ ...states.published, byOwnerSince: since });
    expect(toPublication(toRow(publication))).toEqual(publication);
  });
});

describe('a worker that has a post in hand', () => {
  const overtakes = (kind: StateKind, event: PublicationEvent) =>
    apply(aPublication(kind), event)?.isOvertaking;

  test.each<[StateKind, PublicationEvent]>([
    ['preparing', { kind: 'edited' }],
    ['prepared', { kind: 'moved' }],
    ['prepared', { kind: 'publish_now' }],
    ['prepared', approvalRequested],
    ['prepared', { kind: 'manual_publishing_started' }],
    ['reconciling', connectedSame],
    ['prepared', { ...outage, isRestored: false }],
  ])('can no longer write a post that is %s after %j', (kind, event) => {
    expect(overtakes(kind, event)).toBe(true);
  });

  test.each<[StateKind, PublicationEvent]>([
    ['publishing', { kind: 'manual_publishing_started' }],
    ['preparing', { kind: 'recheck' }],
    ['publishing', { kind: 'pause_ended', until: null }],
  ])('still writes the outcome of a post that is %s after %j', (kind, event) => {
    expect(overtakes(kind, event)).toBe(false);
  });
});

describe('an unverifiable post', () => {
  const ended = aPublication('ended', { issue: { ...unverifiableIssue, forecastAt: null } });

  test('that its owner tries again begins with the container of its last call', () => {
    const outcome = apply(ended, { kind: 'retried', isTried: true });
    expect(outcome?.publication.state).toMatchObject({
      kind: 'reconciling',
      calls: { count: 0, answer: 'owner-insists' },
    });
    expect(outcome?.effects).toContainEqual({
      kind: 'discard_containers',
      except: states.ended.preparation?.container,
    });
  });

  test('keeps its warning when a change is requested', () => {
    const requested = { ...approvalRequested, issue } as PublicationEvent;
    expect(apply(ended, requested)?.publication.issue?.code).toBe('unverifiable');
  });
});

describe('a post in an outage window', () => {
  const window = { since: inMs(-HOUR), until: inMs(-MINUTE), isOwnerOnly: false };
  const suspected = aPublication('preparing', {
    holds: { ...aPublication().holds, outage: window },
  });

  test('that is approved too late, or due in a pause, stays until the account has been read', () => {
    for (const event of [tooLate, { kind: 'pause_ended', until: null } as const]) {
      const outcome = apply(suspected, event);
      expect(outcome?.publication).toMatchObject({
        state: { kind: 'preparing' },
        holds: { outage: window, missed: { at: NOW } },
      });
    }
  });

  test('and was due in it is unverifiable when its owner confirms another account', () => {
    const due = { ...suspected, post: { ...suspected.post, dueAt: inMs(-2 * MINUTE) } };
    expect(apply(due, { kind: 'account_confirmed' })).toMatchObject({
      publication: { state: { kind: 'ended', outcome: 'error' }, issue: { code: 'unverifiable' } },
      isOvertaking: true,
    });
  });

  test('and is due later goes to the account that its owner confirms', () => {
    const later = { ...suspected, post: { ...suspected.post, dueAt: inMs(HOUR) } };
    const outcome = apply(later, { kind: 'account_confirmed' });
    expect(outcome?.publication).toMatchObject({
      state: { kind: 'preparing', preparation: null },
      holds: { outage: window },
    });
    expect(outcome?.effects).toEqual([{ kind: 'action', event: 'account_confirmed' }]);
  });

  test('that is moved is not read before earlier calls can no longer take effect', () => {
    const outage = { ...window, until: inMs(MINUTE) };
    const holds = { ...suspected.holds, outage, manualPrompt: { at: NOW, checkedAt: null } };
    const moved = apply({ ...suspected, holds }, { kind: 'moved' });
    expect(moved?.publication.holds.outage?.until).toEqual(outage.until);
  });

  test('that its author wants out now is no missed post any more', () => {
    const missed = { ...suspected, holds: { ...suspected.holds, missed: { at: NOW } } };
    expect(apply(missed, { kind: 'publish_now' })?.publication.holds.missed).toBeNull();
  });
});

test('a post that was prepared still names its account after it was prepared again', () => {
  const outcome = decide(aPublication('prepared'), { kind: 'prepare_again', effects: [] });
  expect(outcome?.publication.state).toMatchObject({ preparation: { account, container: null } });
});

test('a pause that ends changes no post that it does not concern', () => {
  const later = aPublication('prepared', { dueAt: inMs(2 * HOUR) });
  expect(apply(later, { kind: 'pause_ended', until: null })).toBeUndefined();
});

test('a call that was never sent, or refused for a while, is no attempt', () => {
  const attempts = (['never_sent', 'refused', undefined] as const).map((uncountedReason) => {
    const reason = uncountedReason && { uncountedReason };
    const outcome = decide(aPublication('publishing'), { kind: 'call_again', ms: 0, ...reason });
    const state = outcome?.publication.state;
    return state?.kind === 'prepared' ? [state.calls.count, state.calls.intentAt !== null] : [];
  });
  expect(attempts).toEqual([
    [0, false],
    [0, true],
    [1, true],
  ]);
});

test('a delay counts only after the due time', () => {
  const wait = { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true } as const;
  const early = decide(aPublication('preparing', { dueAt: inMs(MINUTE) }), wait);
  expect(early?.publication).toMatchObject({
    state: { isPending: false },
    delays: { byInstagram: false },
  });
  const late = decide(aPublication('preparing'), wait);
  expect(late?.publication).toMatchObject({
    state: { isPending: true },
    delays: { byInstagram: true },
  });
});

test('an owner is offered manual publishing once for each due time', () => {
  const wait = { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true } as const;
  const late = aPublication('preparing', { dueAt: inMs(-11 * MINUTE) });
  const offered = decide(late, wait);
  expect(offered?.publication.offeredFor).toEqual(late.post.dueAt);
  expect(offered?.effects).toMatchObject([
    { kind: 'notify', notification: { hasManualPublishing: true } },
  ]);
  const again = offered && decide(offered.publication, wait);
  expect(again?.effects).toEqual([]);
});

test('a post that ends tells its author why, in its history and by one notification', () => {
  const outcome = decide(aPublication('preparing', { dueAt: inMs(HOUR) }), {
    kind: 'end',
    outcome: 'failed',
    issue: { ...issue, action: 'edit' },
    effects: [],
  });
  expect(outcome?.effects).toMatchObject([
    { kind: 'history', event: 'ended', detail: { status: 'failed', cause: issue.cause } },
    { kind: 'notify', notification: { code: issue.code, message: issue.cause } },
  ]);
});

test('a post that its owner publishes manually says so again when a requested change is approved', () => {
  const post = aPublication('manual', { issue: manualIssue });
  const requested = { code: CHANGE_REQUESTED, cause: 'Outra foto.', action: 'wait' } as const;
  const event = { ...approvalRequested, issue: requested } as PublicationEvent;
  const asked = apply(post, event)?.publication;
  expect(asked?.issue?.code).toBe(CHANGE_REQUESTED);
  expect(asked && apply(asked, approvalWithdrawn)?.publication.issue).toEqual(manualIssue);
});
