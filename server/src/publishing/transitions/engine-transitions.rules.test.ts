// What the engine decides after it has found something of a post; the clock stands at the due time. One file, because
// every case is a line of a table for the same function.
import { describe, expect, test } from 'vitest';
import {
  anAccount,
  aPublication,
  inMs,
  MINUTE,
  NOW,
  outcomeFacts,
  states,
  stepFacts,
} from '../../../testing/publications.ts';
import {
  classifyGraphError,
  noAnswer,
  notReady,
  refusedDespitePermission,
  storyRefused,
  tokenInvalid,
  uploadUnfinished,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import type {
  Candidates,
  OutcomeFacts,
  PreparationReading,
  SettledState,
  StepFacts,
} from '../observations.ts';
import {
  MAX_CONTAINERS,
  MAX_PUBLISH_ATTEMPTS,
  MAX_UNKNOWN_ERROR_POLLS,
} from '../publishing.rules.ts';
import type { Holds, Publication, StateKind } from '../state.ts';
import { transition } from '../transition.ts';
import type { EngineEvent } from '../transition-events.ts';
import { OWNER_INSISTS } from './transition-outcome.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const post = (kind: StateKind, dueInMs = 0, holds: Partial<Holds> = {}): Publication => {
  const publication = aPublication(kind, { dueAt: inMs(dueInMs) });
  return { ...publication, holds: { ...publication.holds, ...holds } };
};
const polled = (polls: number, publication = post('preparing')): Publication => ({
  ...publication,
  state: { ...publication.state, polls } as Publication['state'],
});
const showing = (code: string, publication: Publication): Publication => ({
  ...publication,
  issue: { code, cause: '', action: 'wait', forecastAt: null },
});
const story = (publication: Publication): Publication => ({
  ...publication,
  post: { ...publication.post, mediaType: 'STORIES' },
});

/** The state, the code of the displayed issue and the wait; or the task that comes first. */
function summarize(publication: Publication, event: EngineEvent): string {
  const outcome = transition(publication, event, NOW);
  if (outcome === undefined) return '-';
  const task = outcome.effects.find((effect) => effect.kind === 'task')?.task.kind;
  if (task !== undefined) return task;
  const { state, issue } = outcome.publication;
  const kind = state.kind === 'ended' ? state.outcome : state.kind;
  const minutes =
    'nextStepAt' in state ? Math.round((+state.nextStepAt - +NOW) / 1000) / 60 : undefined;
  const at = minutes === undefined ? '' : ` in ${Number(minutes.toFixed(2))} min`;
  return `${kind}${at}${issue === null ? '' : `: ${issue.code}`}`;
}

const waiting = { since: inMs(-HOUR) };
const outage = { since: inMs(-HOUR), until: inMs(-MINUTE), isOwnerOnly: false };
const prompt = { at: inMs(-MINUTE), checkedAt: null };

describe('a step of a post that is not called', () => {
  const held = (
    holdReason: 'reconnect' | 'blocked' | 'rate_limited' | 'app_limited' | 'quota',
  ) => ({
    account: { ...anAccount, holdReason, throttledForMs: 5 * MINUTE },
  });

  test.each<[string, Publication, Partial<StepFacts>, string]>([
    ['is prepared', post('preparing'), {}, 'prepare_containers'],
    ['waits for its time', post('preparing', 2 * HOUR), {}, 'preparing in 90 min'],
    [
      'waits while its author edits it',
      post('preparing', 20 * MINUTE),
      { editedAt: inMs(-6000) },
      'preparing in 0.4 min',
    ],
    [
      'waits for no author when it is due',
      post('preparing'),
      { editedAt: NOW },
      'prepare_containers',
    ],
    ['is claimed when it is prepared', post('prepared'), {}, 'claim'],
    ['is checked before it is due', post('prepared', 20 * MINUTE), {}, 'check_account'],
    [
      'that its owner may have published is looked for',
      post('prepared', 0, { manualPrompt: prompt }),
      {},
      'list_owner_media',
    ],
    [
      'is prepared again when its container is gone',
      post('prepared'),
      { hasContainer: false },
      'preparing in 0 min',
    ],
    [
      'waits for an identical post',
      post('prepared'),
      { isBehindIdenticalPost: true },
      'prepared in 0.08 min: behind-identical-post',
    ],

    ['in a pause becomes a draft', post('preparing'), { pauseId: 'p' }, 'draft: held'],
    [
      'before a pause shows it',
      post('prepared', 20 * MINUTE),
      { pauseId: 'p' },
      'prepared in 20 min: paused',
    ],
    [
      'that a pause has missed becomes a draft',
      post('prepared', 0, { missed: { at: NOW } }),
      {},
      'draft: held',
    ],
    [
      'keeps a requested change in a pause',
      showing('change-requested', post('prepared', MINUTE)),
      { pauseId: 'p' },
      'prepared in 1 min: change-requested',
    ],
    [
      'without an approval becomes a draft',
      post('prepared', 0, { approval: waiting }),
      {},
      'draft: unapproved',
    ],
    [
      'that awaits approval is prepared',
      post('preparing', MINUTE, { approval: waiting }),
      {},
      'prepare_containers',
    ],
    [
      'that is prepared says that it awaits approval',
      post('prepared', 20 * MINUTE, { approval: waiting }),
      {},
      'prepared in 20 min: awaiting-approval',
    ],
    [
      'that its owner takes over is left to them',
      post('prepared', 0, { manual: waiting }),
      {},
      'manual: by-hand',
    ],
    [
      'in an outage window is read first, whatever holds it',
      post('preparing', 0, { outage, manual: waiting, approval: waiting }),
      { pauseId: 'p' },
      'list_outage_media',
    ],

    [
      'without an account says so in time',
      post('preparing', 20 * MINUTE),
      { account: null },
      'preparing in 20 min: no-account',
    ],
    ['without an account expires', post('preparing'), { account: null }, 'expired: no-account'],
    [
      'of another account asks its owner',
      post('preparing'),
      { account: { ...anAccount, igUserId: 'other' } },
      'preparing in 1 min: other-account',
    ],
    [
      'of another account expires after an hour',
      post('preparing', -HOUR - 1),
      { account: { ...anAccount, igUserId: 'other' } },
      'expired: other-account',
    ],
    [
      'with a refused file waits for another one',
      post('preparing', MINUTE),
      { media: { refusal: 'Longo.', isConverting: false } },
      'preparing in 1 min: media-refused',
    ],
    [
      'with a refused file fails',
      post('preparing'),
      { media: { refusal: 'Longo.', isConverting: false } },
      'failed: media-refused',
    ],
    [
      'waits for its conversion',
      post('preparing'),
      { media: { refusal: null, isConverting: true } },
      'preparing in 0.25 min: converting',
    ],
    [
      'waits for a new authorization',
      post('preparing'),
      held('reconnect'),
      'preparing in 1 min: 190',
    ],
    [
      'fails when none has come for an hour',
      post('preparing', -HOUR - 1),
      held('reconnect'),
      'failed: 190',
    ],
    [
      'waits for a limit, however long',
      post('prepared', -2 * HOUR),
      held('rate_limited'),
      'prepared in 1 min: 613',
    ],
    [
      'waits for a throttle of the app, however long',
      post('prepared', -2 * HOUR),
      held('app_limited'),
      'prepared in 1 min: 4',
    ],
    [
      'of a blocked account is prepared again later',
      post('prepared'),
      held('blocked'),
      'preparing in 0 min',
    ],

    [
      'that was never called expires after an hour',
      post('preparing', -HOUR - 1),
      { hasContainer: false },
      'expired: too-late',
    ],
    ['finishes the container that it has', post('preparing', -HOUR - 1), {}, 'prepare_containers'],
    ['that is prepared too late expires', post('prepared', -HOUR - 1), {}, 'expired: too-late'],
    [
      'that Instagram has delayed does not expire',
      {
        ...post('prepared', -2 * HOUR),
        delays: { byInstagram: true, byOthers: false, byGap: false },
      },
      {},
      'claim',
    ],
    ['ends after a day', post('prepared', -DAY - 1), {}, 'expired: too-late'],
    [
      'in an outage window does not end before the account is read',
      post('preparing', 0, { outage }),
      { account: null },
      'preparing in 1 min: no-account',
    ],
    [
      'in an outage window does not wait for an account for ever',
      post('preparing', -DAY - HOUR, { outage: { ...outage, until: inMs(-DAY - 1) } }),
      held('reconnect'),
      'error: unverifiable',
    ],
    [
      'in an outage window is unverifiable after a day',
      story(post('preparing', -DAY - 1, { outage })),
      { account: null },
      'error: unverifiable',
    ],
  ])('%s', (_name, publication, facts, expected) => {
    expect(summarize(publication, { kind: 'step_due', facts: stepFacts(facts) })).toBe(expected);
  });
});

describe('the preparation', () => {
  const error = (issue: InstagramIssue): EngineEvent => ({
    kind: 'preparation_failed',
    issue,
    label: undefined,
  });
  const bug: InstagramIssue = { class: 'bug', code: '100', cause: '', action: 'try_again' };
  const manyPolls = polled(MAX_UNKNOWN_ERROR_POLLS);
  const lost = (failures: number): PreparationReading => ({
    kind: 'lost',
    issue: noAnswer,
    label: 'Imagem 1 de 2',
    failures,
  });

  test.each<[string, Publication, PreparationReading, string]>([
    ['polls', polled(3), { kind: 'processing' }, 'preparing in 0.05 min'],
    [
      'begins again when the post has changed',
      post('preparing'),
      { kind: 'overtaken' },
      'preparing in 0 min',
    ],
    [
      'waits for room at Instagram',
      post('preparing'),
      { kind: 'over_budget' },
      'preparing in 15 min: container-budget',
    ],
    [
      'fails when a file cannot be processed',
      post('preparing'),
      { kind: 'exhausted', label: undefined, failure: 'unprocessed' },
      'failed: not-processable',
    ],
    [
      'fails when a file cannot be fetched',
      post('preparing'),
      { kind: 'exhausted', label: undefined, failure: 'unfetched' },
      'failed: not-fetched',
    ],
    [
      'fails when Instagram loses a file every time',
      post('preparing'),
      { kind: 'exhausted', label: undefined, failure: undefined },
      'failed: lost-files',
    ],
    [
      'names a refusal that came despite the permission',
      showing(refusedDespitePermission.facebook.code, post('preparing')),
      { kind: 'exhausted', label: undefined, failure: undefined },
      'failed: permission-refused',
    ],
    [
      'names it as well where the account has no page',
      showing(refusedDespitePermission.instagram.code, post('preparing')),
      { kind: 'exhausted', label: undefined, failure: undefined },
      'failed: permission-refused',
    ],
    ['tries another container', post('preparing'), lost(0), 'preparing in 0.03 min: no-answer'],
    [
      'asks whose medium a published child has become',
      post('preparing'),
      { kind: 'child_published' },
      'error: unverifiable',
    ],
    [
      'finds out what became of a container that was published unasked',
      post('preparing'),
      { kind: 'published_unasked', container: { id: 'c', account: anAccount.igUserId } },
      'reconciling in 0 min',
    ],
  ])('%s', (_name, publication, reading, expected) => {
    expect(summarize(publication, { kind: 'containers_read', reading })).toBe(expected);
  });

  test.each<[string, PreparationReading, number]>([
    ['a complete upload', { kind: 'uploaded' }, 0],
    ['a lost container', { ...lost(1), issue: notReady } as PreparationReading, 0],
    ['a container that cannot be read', lost(1), 14],
    ['an upload that was cut', { kind: 'uploading', progress: 'interrupted' }, 15],
    ['a container in progress', { kind: 'processing' }, 15],
  ])('counts the polls of %s', (_name, reading, polls) => {
    const event = { kind: 'containers_read', reading } as const;
    const after = transition(polled(14), event, NOW)?.publication;
    expect(after?.state).toMatchObject({ polls });
  });

  const unfetched = classifyGraphError(9004, 2_207_052);
  test.each<[string, PreparationReading, boolean]>([
    ['a download from our address', { ...lost(0), issue: unfetched } as PreparationReading, false],
    ['an upload in place of a download', { kind: 'uploading', progress: 'interrupted' }, false],
    ['a wait for the uploads of others', { kind: 'uploading', progress: 'queued' }, false],
    [
      'an upload that took too long',
      { ...lost(0), issue: uploadUnfinished } as PreparationReading,
      false,
    ],
    ['a file that Instagram lost', lost(0), true],
    ['a file that Instagram processes', { kind: 'processing' }, true],
  ])('a late post is excused for %s: %s', (_name, reading, isExcused) => {
    const event = { kind: 'containers_read', reading } as const;
    const late = transition(post('preparing', -MINUTE), event, NOW)?.publication;
    expect(late?.delays.byInstagram).toBe(isExcused);
  });

  test('tells the owner when several containers have failed', () => {
    const notified = [MAX_CONTAINERS - 2, MAX_CONTAINERS - 1].map((failures) => {
      const event = { kind: 'containers_read', reading: lost(failures) } as const;
      const outcome = transition(post('preparing', HOUR), event, NOW);
      return outcome?.effects.some(({ kind }) => kind === 'notify');
    });
    expect(notified).toEqual([false, true]);
  });

  test.each<[string, Publication, EngineEvent, string]>([
    ['tries again after no answer', polled(1), error(noAnswer), 'preparing in 0.08 min: no-answer'],
    [
      'takes an undocumented error for temporary',
      post('preparing'),
      error(bug),
      'preparing in 0.17 min: 100',
    ],
    [
      'ends by an undocumented error that stays',
      showing('100', manyPolls),
      error(bug),
      'error: 100',
    ],
    [
      'retries a refused story until after its due time',
      showing(storyRefused.code, manyPolls),
      error(storyRefused),
      'preparing in 1 min: story-refused',
    ],
    [
      'fails a story that stays refused',
      showing(storyRefused.code, polled(MAX_UNKNOWN_ERROR_POLLS, post('preparing', -15 * MINUTE))),
      error(storyRefused),
      'failed: story-refused',
    ],
    [
      'waits for a refused account',
      post('preparing'),
      { kind: 'account_refused', account: anAccount, issue: tokenInvalid },
      'preparing in 1 min: 190',
    ],
    [
      'begins again for a refused account',
      post('prepared'),
      { kind: 'account_refused', account: anAccount, issue: tokenInvalid },
      'preparing in 0 min',
    ],
    [
      'of an account that may publish waits for the claim',
      post('prepared', MINUTE),
      { kind: 'account_checked' },
      'prepared in 2.08 min',
    ],
    ['is no step of a post in flight', post('publishing'), error(noAnswer), '-'],
  ])('%s', (_name, publication, event, expected) => {
    expect(summarize(publication, event)).toBe(expected);
  });
});

describe('an outage window', () => {
  const media = {
    at: NOW,
    account: anAccount.igUserId,
    ids: ['1'],
    isIdentified: true,
    isRestored: false,
  };
  const listed = (changes: Partial<typeof media>): EngineEvent => ({
    kind: 'outage_media_listed',
    media: { ...media, ...changes },
  });
  const read = (
    changes: Partial<typeof media>,
    published: string | null = null,
    isOneUnpublished = false,
  ): EngineEvent => ({
    kind: 'own_containers_read',
    media: { ...media, ...changes },
    containers: { published, isOneUnpublished },
  });

  test.each<[string, Publication, EngineEvent, string]>([
    [
      'holds the only medium of the post',
      post('preparing', 0, { outage }),
      listed({}),
      'published',
    ],
    [
      'holds two media of its caption',
      post('preparing', 0, { outage }),
      listed({ ids: ['1', '2'] }),
      'read_own_containers',
    ],
    [
      'holds a medium that may be of another post',
      post('preparing', 0, { outage }),
      listed({ isIdentified: false }),
      'read_own_containers',
    ],
    ['holds none of it', post('preparing', 0, { outage }), read({ ids: [] }), 'preparing in 0 min'],
    [
      'has published its container',
      post('preparing', 0, { outage }),
      read({}, 'c'),
      'reconciling in 0 min',
    ],
    [
      'has left its container unpublished',
      post('preparing', 0, { outage }),
      read({}, null, true),
      'preparing in 0 min',
    ],
    [
      'leaves open whose the medium is',
      post('preparing', 0, { outage }),
      read({}),
      'error: unverifiable',
    ],
    [
      'was over before the post was due',
      post('preparing', MINUTE, { outage }),
      read({}),
      'preparing in 0 min',
    ],
    [
      'of a restored backup may hold it before it was due',
      post('preparing', MINUTE, { outage }),
      read({ isRestored: true }),
      'error: unverifiable',
    ],
  ])('%s', (_name, publication, event, expected) => {
    expect(summarize(publication, event)).toBe(expected);
  });
});

test('a post that has ended or is published is in no outage window', () => {
  const suspected = post('preparing', 0, { outage });
  const media = {
    at: NOW,
    account: anAccount.igUserId,
    ids: ['1'],
    isIdentified: false,
    isRestored: false,
  };
  const containers = { published: null, isOneUnpublished: false };
  const events: EngineEvent[] = [
    { kind: 'outage_media_listed', media: { ...media, isIdentified: true } },
    { kind: 'own_containers_read', media, containers },
  ];
  const windows = events.map(
    (event) => transition(suspected, event, NOW)?.publication.holds.outage,
  );
  expect(windows).toEqual([null, null]);
});

describe('media of the owner', () => {
  const prompted = post('prepared', 0, { manualPrompt: prompt });
  const listed = (match: 'none' | 'found' | 'unclear', mayBeOurs = false): EngineEvent => ({
    kind: 'owner_media_listed',
    media: {
      match: match === 'found' ? { kind: match, mediaId: '1' } : { kind: match },
      mayBeOurs,
    },
  });

  test.each<[string, EngineEvent, string]>([
    ['without the post allow the claim', listed('none'), 'prepared in 0.5 min'],
    ['with the post close it', listed('found'), 'published'],
    ['that may be the post prevent a second publication', listed('unclear'), 'error: unverifiable'],
    [
      'that may be another post of ours are read again',
      listed('unclear', true),
      'prepared in 0.17 min',
    ],
    [
      'that cannot be read are read again',
      { kind: 'owner_media_unreadable', issue: noAnswer },
      'prepared in 0.17 min: no-answer',
    ],
  ])('%s', (_name, event, expected) => {
    expect(summarize(prompted, event)).toBe(expected);
  });

  test('that are unclear end the check that allowed a claim', () => {
    const checked = post('prepared', 0, { manualPrompt: { at: inMs(-MINUTE), checkedAt: NOW } });
    const after = transition(checked, listed('unclear', true), NOW)?.publication;
    expect(after?.holds.manualPrompt?.checkedAt).toBeNull();
  });

  test('count as checked now', () => {
    const checked = transition(prompted, listed('none'), NOW)?.publication;
    expect(checked?.holds.manualPrompt?.checkedAt).toEqual(NOW);
  });
});

describe('an unknown outcome', () => {
  const inFlight = aPublication('reconciling');
  const calls = (changes: Partial<typeof states.reconciling.calls>, publication = inFlight) => ({
    ...publication,
    state: { ...states.reconciling, calls: { ...states.reconciling.calls, ...changes } },
  });
  const takenOver = post('reconciling', 0, { manual: waiting });
  const insisted = calls({ answer: OWNER_INSISTS });
  const late = { at: inMs(DAY) };
  const one = { ids: ['1'], withSameCaption: ['1'] };
  const none = { ids: [], withSameCaption: [] };
  const foreign = { ids: ['1'], withSameCaption: [] };

  test.each<[string, Publication, Partial<OutcomeFacts>, string]>([
    ['is read', inFlight, {}, 'read_container'],
    ['of a killed worker is read', aPublication('publishing'), {}, 'read_container'],
    [
      'of an account that is gone is unverifiable',
      inFlight,
      { account: null },
      'error: unverifiable',
    ],
    [
      'of a container that was never created is none',
      inFlight,
      { container: null },
      'preparing in 0 min',
    ],
    [
      'that its owner has checked is tried again',
      insisted,
      { account: null },
      'preparing in 0 min',
    ],
  ])('%s', (_name, publication, facts, expected) => {
    const event = { kind: 'outcome_due', facts: outcomeFacts(facts) } as const;
    expect(summarize(publication, event)).toBe(expected);
  });

  test.each<[string, Publication, 'processing' | SettledState, Partial<OutcomeFacts>, string]>([
    ['published', inFlight, 'published', { at: NOW }, 'list_candidates'],
    ['in progress', inFlight, 'processing', {}, 'reconciling in 0.03 min'],
    ['in progress for a day', inFlight, 'processing', late, 'error: unverifiable'],
    ['finished while a call may run', inFlight, 'finished', { at: NOW }, 'reconciling in 0.5 min'],
    ['dead while a call may run', inFlight, 'failed', { at: NOW }, 'reconciling in 0.5 min'],
    ['finished', inFlight, 'finished', {}, 'list_candidates'],
    [
      'finished without a caption',
      inFlight,
      'finished',
      { caption: 'none' },
      'prepared in 1.08 min',
    ],
    [
      'finished, of a post that its owner takes over',
      takenOver,
      'finished',
      { caption: 'none' },
      'manual: by-hand',
    ],
    [
      'finished with an old content',
      inFlight,
      'finished',
      { caption: 'none', container: { id: 'c', isOutdated: true } },
      'preparing in 0 min',
    ],
  ])('of a container that is %s', (_name, publication, state, facts, expected) => {
    const event = { kind: 'container_read', facts: outcomeFacts(facts), state } as const;
    expect(summarize(publication, event)).toBe(expected);
  });

  test.each<
    [string, Publication, SettledState, Candidates, Partial<OutcomeFacts>, string, string | null]
  >([
    ['published, with its medium', inFlight, 'published', one, {}, 'published', '1'],
    [
      'published, among media of its caption',
      inFlight,
      'published',
      one,
      { caption: 'shared' },
      'published',
      null,
    ],
    [
      'published, with the only new story',
      story(inFlight),
      'published',
      foreign,
      { caption: 'none' },
      'published',
      '1',
    ],
    ['finished, although its medium is there', inFlight, 'finished', one, {}, 'published', '1'],
    ['finished, without a medium', inFlight, 'finished', none, {}, 'prepared in 1.08 min', null],
    ['dead, with its medium', inFlight, 'expired', one, {}, 'published', '1'],
    ['dead, without a medium', inFlight, 'failed', none, {}, 'preparing in 0 min', null],
    [
      'dead, with a medium that may be it',
      inFlight,
      'failed',
      one,
      { caption: 'shared' },
      'error: unverifiable',
      null,
    ],
    [
      'dead, with a story that may be it',
      story(inFlight),
      'expired',
      foreign,
      { caption: 'none' },
      'error: unverifiable',
      null,
    ],
    [
      'dead, with a medium that may be it, but its owner insists',
      insisted,
      'failed',
      one,
      { caption: 'shared' },
      'preparing in 0 min',
      null,
    ],
    [
      'dead without a medium, of a post that its owner takes over',
      takenOver,
      'failed',
      none,
      {},
      'manual: by-hand',
      null,
    ],
    [
      'dead without a medium for a day',
      inFlight,
      'failed',
      none,
      late,
      'error: unverifiable',
      null,
    ],
    ['dead with its medium for a day', inFlight, 'failed', one, late, 'published', '1'],
  ])(
    'of a container that is %s',
    (_name, publication, state, candidates, facts, expected, mediaId) => {
      const event = {
        kind: 'candidates_listed',
        facts: outcomeFacts(facts),
        state,
        candidates,
      } as const;
      expect(summarize(publication, event)).toBe(expected);
      const after = transition(publication, event, NOW)?.publication.state;
      expect(after?.kind === 'published' ? after.mediaId : null).toBe(mediaId);
    },
  );

  test.each<[string, Publication, string]>([
    ['no answer', calls({ answer: noAnswer.code }), 'prepared in 1.08 min'],
    [
      'no answer for more than an hour',
      calls({ answer: noAnswer.code }, post('reconciling', -2 * HOUR)),
      'failed: unconfirmed',
    ],
    ['a limit', calls({ answer: '613' }), 'prepared in 6.08 min: 613'],
    ['a throttle of the app', calls({ answer: '4' }), 'prepared in 1.08 min: 4'],
    ['a revoked token', calls({ answer: '190/460' }), 'prepared in 1.08 min: 190/460'],
    ['a refused content', calls({ answer: '36003/2207009' }), 'failed: 36003/2207009'],
    ['a blocked account', calls({ answer: '4/2207051' }), 'failed: 4/2207051'],
    ['an undocumented error', calls({ answer: '99999' }), 'prepared in 1.08 min'],
    [
      'an undocumented error too often',
      calls({ answer: '99999', count: MAX_PUBLISH_ATTEMPTS }),
      'failed: unconfirmed',
    ],
  ])('of a call without effect, after %s', (_name, publication, expected) => {
    const facts = outcomeFacts({ caption: 'none' });
    const state = { ...publication, post: { ...inFlight.post, dueAt: publication.post.dueAt } };
    expect(summarize(state, { kind: 'container_read', facts, state: 'finished' })).toBe(expected);
  });

  test.each<[string, Publication, Partial<OutcomeFacts>, InstagramIssue, boolean, string]>([
    ['is read again', inFlight, {}, noAnswer, false, 'reconciling in 0.17 min'],
    [
      'says so after some time',
      polled(6, inFlight),
      {},
      noAnswer,
      false,
      'reconciling in 1 min: no-answer',
    ],
    ['is unverifiable after a day', inFlight, late, noAnswer, false, 'error: unverifiable'],
    [
      'waits for a new authorization',
      inFlight,
      {},
      tokenInvalid,
      false,
      'reconciling in 1 min: 190',
    ],
    [
      'of a disconnected account waits for none',
      inFlight,
      { account: { ...anAccount, isEnded: true } },
      tokenInvalid,
      false,
      'error: unverifiable',
    ],
    [
      'of a published container is read again',
      inFlight,
      {},
      noAnswer,
      true,
      'reconciling in 0.17 min',
    ],
    [
      'of a published container is certain without its medium',
      polled(MAX_UNKNOWN_ERROR_POLLS, inFlight),
      {},
      noAnswer,
      true,
      'published',
    ],
    [
      'of a published container is certain after a day',
      inFlight,
      late,
      noAnswer,
      true,
      'published',
    ],
  ])('that cannot be read %s', (_name, publication, facts, issue, isPublished, expected) => {
    const event = {
      kind: 'outcome_unreadable',
      facts: outcomeFacts(facts),
      issue,
      isPublished,
    } as const;
    expect(summarize(publication, event)).toBe(expected);
  });
});

test.each<[string, EngineEvent, string]>([
  ['that has succeeded publishes', { kind: 'call_succeeded', mediaId: '1' }, 'published'],
  [
    'without a clear answer is found out',
    { kind: 'call_unanswered', code: '2' },
    'reconciling in 0.05 min',
  ],
  ['that was not sent is made again', { kind: 'call_unsent' }, 'prepared in 1.08 min'],
])('a call %s', (_name, event, expected) => {
  expect(summarize(aPublication('publishing'), event)).toBe(expected);
});

test.each<[string, Publication, string]>([
  ['is taken again', polled(1), 'preparing in 0.08 min'],
  ['ends the post after an hour', post('preparing', -HOUR - 1), 'error: ref'],
  [
    'of a post that may be out is taken again for a day',
    post('reconciling', -2 * HOUR),
    'reconciling in 0.17 min',
  ],
  [
    'of a post that may be out ends it after a day',
    post('reconciling', -DAY - 1),
    'error: unverifiable',
  ],
])('a step that fails %s', (_name, publication, expected) => {
  expect(summarize(publication, { kind: 'step_failed', reference: 'ref' })).toBe(expected);
});
