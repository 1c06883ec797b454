import { describe, expect, test } from 'vitest';
import { aPublication, inMs, MINUTE, NOW, states } from '../../testing/publications.ts';
import { toColumns, toPublication } from './publication-row.ts';
import type { Publication, StateKind } from './state.ts';
import { transition } from './transition.ts';
import type { PublicationEvent } from './transition-events.ts';
import { unverifiable } from './transitions.ts';

const kinds = Object.keys(states) as StateKind[];
const issue = { code: '4', cause: 'Aguarde.', action: 'wait' } as const;
const cause = { kind: 'approval_requested' } as const;
const found = { mediaId: '18000000000000002', permalink: null, account: '17841400000000001' };
const prepared = {
  containerId: '0199a7f0-0000-7000-8000-00000000c0d2',
  igUserId: '17841400000000001',
  containerIds: ['0199a7f0-0000-7000-8000-00000000c0d2'],
  goodUntil: inMs(23 * 60 * MINUTE),
  liveStoryIds: null,
};
const lost = { id: '0199a7f0-0000-7000-8000-00000000c0d3', igUserId: '17841400000000001' };

const apply = (publication: Publication, event: PublicationEvent) =>
  transition(publication, event, NOW);
const kindAfter = (kind: StateKind, event: PublicationEvent): StateKind | '-' =>
  apply(aPublication(kind), event)?.publication.state.kind ?? '-';

/** The state after an event, for each state before it; `-`: the event does not concern it. */
const table: [PublicationEvent, Record<StateKind, StateKind | '-'>][] = (
  [
    [{ kind: 'scheduled' }, 'preparing - - - - - preparing preparing'],
    [{ kind: 'edited' }, '- preparing preparing - - - ended manual'],
    [{ kind: 'moved' }, '- preparing prepared - - - - -'],
    [{ kind: 'publish_now' }, '- preparing prepared - - - - -'],
    [{ kind: 'publish_again', isTried: true }, '- - - - - - reconciling reconciling'],
    [{ kind: 'publish_again', isTried: false }, '- - - - - - preparing preparing'],
    [{ kind: 'approval_required', cause }, 'draft preparing prepared - - - ended manual'],
    [
      { kind: 'approval_released', cause },
      'draft preparing prepared publishing reconciling - ended manual',
    ],
    [
      { kind: 'manual_publishing_started' },
      '- manual manual publishing reconciling - manual manual',
    ],
    [{ kind: 'manual_publication_found', ...found }, '- - - - - - published published'],
    [{ kind: 'manual_publication_confirmed' }, '- - - - - - published published'],
    [{ kind: 'left_as_draft' }, 'draft - - - - - - -'],
    [{ kind: 'account_confirmed' }, '- preparing - - - - - -'],
    [
      { kind: 'account_connected', isOwnAccountConnected: true },
      '- preparing - - reconciling - - -',
    ],
    [
      { kind: 'account_connected', isOwnAccountConnected: false },
      '- preparing preparing - reconciling - - -',
    ],
    [{ kind: 'account_disconnected', hasOtherAccount: false }, '- - preparing - - - - -'],
    [{ kind: 'recheck' }, '- preparing prepared - - - - -'],
    [{ kind: 'pause_ended', until: null }, '- draft draft publishing reconciling - - -'],
    [
      { kind: 'outage_found', since: inMs(-MINUTE), until: NOW, isRestored: false },
      '- preparing preparing - - - - -',
    ],
    [
      { kind: 'outage_found', since: inMs(-MINUTE), until: NOW, isRestored: true },
      '- preparing preparing publishing reconciling - - -',
    ],
    [{ kind: 'publishing_stopped' }, '- draft draft draft draft - - -'],
    [{ kind: 'worker_lost' }, '- preparing prepared publishing reconciling - - -'],
    [{ kind: 'wait', ms: MINUTE, issue }, '- preparing prepared publishing reconciling - - -'],
    [{ kind: 'prepared', preparation: prepared }, '- prepared prepared prepared prepared - - -'],
    [{ kind: 'prepare-again', ms: 0 }, '- preparing preparing preparing preparing - - -'],
    [{ kind: 'outage_cleared' }, '- preparing prepared publishing reconciling - - -'],
    [
      { kind: 'reconciling', ms: 0, code: '2', container: lost },
      '- reconciling reconciling reconciling reconciling - - -',
    ],
    [{ kind: 'publish-again', ms: 0 }, '- - - prepared prepared - - -'],
    [{ kind: 'published', mediaId: null }, '- published published published published - - -'],
    [{ kind: 'by-hand' }, '- manual manual manual manual - - -'],
    [{ kind: 'held', pauseId: null, isNotified: false }, '- draft draft draft draft - - -'],
    [{ kind: 'unapproved' }, '- draft draft draft draft - - -'],
    [{ kind: 'ended', status: 'failed', issue }, '- ended ended ended ended - - -'],
    [
      {
        kind: 'intent_written',
        worker: '0199a7f0-0000-7000-8000-0000000000a1',
        hasWaitedForTurn: false,
      },
      '- - publishing - - - - -',
    ],
  ] as const
).map(([event, row]) => {
  const cells = row.split(' ') as (StateKind | '-')[];
  const byKind = Object.fromEntries(kinds.map((kind, index) => [kind, cells[index] ?? '-']));
  return [event, byKind as Record<StateKind, StateKind | '-'>];
});

test.each(table)('%j', (event, expected) => {
  const actual = Object.fromEntries(kinds.map((kind) => [kind, kindAfter(kind, event)]));
  expect(actual).toEqual(expected);
});

test('a published post never changes', () => {
  const changes = table.flatMap(([event]) => {
    const outcome = apply(aPublication('published'), event);
    return outcome === undefined ? [] : [event.kind];
  });
  expect(changes).toEqual([]);
});

test('a call of ours needs an intent, and an intent needs a prepared post', () => {
  const leading = table.flatMap(([event]) =>
    kinds
      .filter((kind) => kind !== 'publishing' && kindAfter(kind, event) === 'publishing')
      .map((kind) => [event.kind, kind]),
  );
  expect(leading).toEqual([['intent_written', 'prepared']]);
});

describe('a row', () => {
  const facts = ({ post, fence }: Publication) => ({
    id: post.id,
    workspace_id: post.workspaceId,
    media_type: post.mediaType,
    scheduled_time: post.dueAt,
    target_ig_user_id: post.target,
    fence,
  });

  test.each(kinds)('holds all of a publication that is %s', (kind) => {
    const publication = aPublication(kind, {
      issue: { ...issue, forecastAt: inMs(MINUTE) },
      holds: {
        approval: { since: inMs(-MINUTE) },
        missed: { at: inMs(-MINUTE) },
        manual: null,
        manualPrompt: { at: inMs(-MINUTE), dueAt: NOW, checkedAt: null },
        outage: { since: inMs(-2 * MINUTE), until: inMs(-MINUTE), isOwnerOnly: true },
      },
      delays: { byInstagram: true, byOthers: false },
    });
    const row = { ...facts(publication), ...toColumns(publication) };
    expect(toPublication(row)).toEqual(publication);
  });

  test('says whether the owner takes over a post whose outcome is still unknown', () => {
    const manual = { since: inMs(-MINUTE) };
    const publication = aPublication('reconciling', {
      holds: { ...aPublication().holds, manual },
    });
    const row = { ...facts(publication), ...toColumns(publication) };
    expect(toPublication(row).holds.manual).toEqual(manual);
  });
});

describe('a worker that has a post in hand', () => {
  const overtakes = (kind: StateKind, event: PublicationEvent) =>
    apply(aPublication(kind), event)?.isOvertaking;

  test.each<[StateKind, PublicationEvent]>([
    ['preparing', { kind: 'edited' }],
    ['prepared', { kind: 'moved' }],
    ['prepared', { kind: 'publish_now' }],
    ['prepared', { kind: 'approval_required', cause }],
    ['prepared', { kind: 'manual_publishing_started' }],
    ['reconciling', { kind: 'account_connected', isOwnAccountConnected: true }],
    ['prepared', { kind: 'outage_found', since: NOW, until: NOW, isRestored: false }],
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
  const ended = aPublication('ended', { issue: { ...unverifiable.issue, forecastAt: null } });

  test('that its owner tries again begins with the container of its last call', () => {
    const outcome = apply(ended, { kind: 'publish_again', isTried: true });
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
    const outcome = apply(ended, { kind: 'approval_required', cause, issue });
    expect(outcome?.publication.issue?.code).toBe('unverifiable');
  });
});

test('a delay counts only after the due time', () => {
  const wait = { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true } as const;
  const early = apply(aPublication('preparing', { dueAt: inMs(MINUTE) }), wait);
  expect(early?.publication).toMatchObject({
    state: { isPending: false },
    delays: { byInstagram: false },
  });
  const late = apply(aPublication('preparing'), wait);
  expect(late?.publication).toMatchObject({
    state: { isPending: true },
    delays: { byInstagram: true },
  });
});
