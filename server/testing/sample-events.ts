import {
  noAnswer,
  storyRefused,
  tokenInvalid,
  type InstagramIssue,
} from '../src/instagram/graph/errors.ts';
import type {
  OutageMedia,
  PreparationReading,
  SettledState,
} from '../src/publishing/observations.ts';
import type { PublicationEvent } from '../src/publishing/transition-events.ts';
import { anAccount, inMs, MINUTE, NOW, outcomeFacts, stepFacts } from './publications.ts';

const account = anAccount.igUserId;
const issue = { code: 'change-requested', cause: 'Troque a foto.', action: 'wait' } as const;
const bug: InstagramIssue = { class: 'bug', code: '100', cause: '', action: 'try_again' };
const media: OutageMedia = {
  at: NOW,
  account,
  ids: ['1'],
  isIdentified: true,
  isRestored: false,
};
const readings: PreparationReading[] = [
  {
    kind: 'ready',
    account: anAccount,
    preparation: {
      container: '0199a7f0-0000-7000-8000-00000000c0de',
      account,
      goodUntil: inMs(22 * 60 * MINUTE),
      liveStories: null,
    },
    containerIds: [],
    hasCopyrightMatch: false,
    exhaustedQuota: null,
  },
  { kind: 'created' },
  { kind: 'uploaded' },
  { kind: 'uploading', progress: 'next' },
  { kind: 'uploading', progress: 'queued' },
  { kind: 'uploading', progress: 'interrupted' },
  { kind: 'processing' },
  { kind: 'overtaken' },
  { kind: 'over_budget' },
  { kind: 'exhausted', label: undefined, failure: 'unfetched' },
  { kind: 'refused', issue: storyRefused, label: undefined },
  { kind: 'lost', issue: noAnswer, label: undefined, failures: 0 },
  { kind: 'published_unasked', container: { id: 'c', account } },
  { kind: 'child_published' },
];
const settledStates: SettledState[] = ['finished', 'published', 'expired', 'failed'];
const captions = ['none', 'shared', 'unique'] as const;
const candidateLists = [[], ['1'], ['1', '2']];

/** Everything that can happen to a publication, with every kind of finding. */
export const sampleEvents: {
  [Kind in PublicationEvent['kind']]: Extract<PublicationEvent, { kind: Kind }>[];
} = {
  scheduled: [{ kind: 'scheduled' }],
  edited: [{ kind: 'edited' }],
  moved: [{ kind: 'moved' }],
  publish_now: [{ kind: 'publish_now' }],
  retried: [
    { kind: 'retried', isTried: true },
    { kind: 'retried', isTried: false },
  ],
  approval_required: [
    { kind: 'approval_required', cause: { kind: 'approval_requested' }, issue: undefined },
    { kind: 'approval_required', cause: { kind: 'change_requested' }, issue },
  ],
  approval_released: [
    { kind: 'approval_released', cause: { kind: 'approved' }, tooLateIssue: undefined },
    { kind: 'approval_released', cause: { kind: 'approved' }, tooLateIssue: issue },
  ],
  manual_publishing_started: [{ kind: 'manual_publishing_started' }],
  manual_publication_found: [
    { kind: 'manual_publication_found', mediaId: '1', permalink: null, account },
  ],
  manual_publication_confirmed: [{ kind: 'manual_publication_confirmed' }],
  left_as_draft: [{ kind: 'left_as_draft' }],
  account_confirmed: [{ kind: 'account_confirmed' }],
  account_connected: [
    { kind: 'account_connected', withSameLogin: new Set([account]) },
    { kind: 'account_connected', withSameLogin: new Set(['other']) },
  ],
  account_disconnected: [{ kind: 'account_disconnected', account, hasOtherAccount: false }],
  recheck: [{ kind: 'recheck' }],
  pause_ended: [{ kind: 'pause_ended', until: null }],
  outage_found: [true, false].map((isRestored) => ({
    kind: 'outage_found',
    since: inMs(-MINUTE),
    until: NOW,
    isRestored,
  })),
  publishing_stopped: [{ kind: 'publishing_stopped' }],
  worker_lost: [{ kind: 'worker_lost' }],
  step_due: [
    {},
    { pauseId: 'pause' },
    { account: null },
    { hasContainer: false },
    { isBehindIdenticalPost: true },
    { media: { refusal: 'Longo.', isConverting: false } },
    { account: { ...anAccount, holdReason: 'reconnect' as const } },
  ].map((facts) => ({ kind: 'step_due', facts: stepFacts(facts) })),
  account_checked: [{ kind: 'account_checked' }],
  account_refused: [{ kind: 'account_refused', account: anAccount, issue: tokenInvalid }],
  containers_read: readings.map((reading) => ({ kind: 'containers_read', reading })),
  preparation_failed: [noAnswer, storyRefused, bug].map((failure) => ({
    kind: 'preparation_failed',
    issue: failure,
    label: undefined,
  })),
  outage_media_listed: [true, false].map((isIdentified) => ({
    kind: 'outage_media_listed',
    media: { ...media, isIdentified },
  })),
  own_containers_read: [null, 'c'].flatMap((published) =>
    [true, false].map((isOneUnpublished) => ({
      kind: 'own_containers_read' as const,
      media,
      containers: { published, isOneUnpublished },
    })),
  ),
  owner_media_listed: [
    { kind: 'owner_media_listed', media: { match: { kind: 'none' }, mayBeOurs: false } },
    {
      kind: 'owner_media_listed',
      media: { match: { kind: 'found', mediaId: '1' }, mayBeOurs: false },
    },
    { kind: 'owner_media_listed', media: { match: { kind: 'unclear' }, mayBeOurs: false } },
    { kind: 'owner_media_listed', media: { match: { kind: 'unclear' }, mayBeOurs: true } },
  ],
  owner_media_unreadable: [{ kind: 'owner_media_unreadable', issue: noAnswer }],
  outcome_due: [{ account: null }, { container: null }, {}].map((facts) => ({
    kind: 'outcome_due',
    facts: outcomeFacts(facts),
  })),
  container_read: [...settledStates, 'processing' as const].flatMap((state) =>
    captions.map((caption) => ({
      kind: 'container_read' as const,
      facts: outcomeFacts({ caption }),
      state,
    })),
  ),
  candidates_listed: settledStates.flatMap((state) =>
    captions.flatMap((caption) =>
      candidateLists.map((ids) => ({
        kind: 'candidates_listed' as const,
        facts: outcomeFacts({ caption }),
        state,
        candidates: { ids, withSameCaption: ids },
      })),
    ),
  ),
  outcome_unreadable: [NOW, inMs(25 * 60 * MINUTE)].flatMap((at) =>
    [true, false].map((isPublished) => ({
      kind: 'outcome_unreadable' as const,
      facts: outcomeFacts({ at }),
      issue: noAnswer,
      isPublished,
    })),
  ),
  step_failed: [{ kind: 'step_failed', reference: 'reference' }],
  intent_written: [
    { kind: 'intent_written', worker: 'worker', hasWaited: false, isDelayedByGap: false },
  ],
  call_succeeded: [{ kind: 'call_succeeded', mediaId: '1' }],
  call_unanswered: [{ kind: 'call_unanswered', code: '2' }],
  call_unsent: [{ kind: 'call_unsent' }],
};
