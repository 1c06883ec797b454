import { noAnswer, tokenInvalid } from '../../src/instagram/graph/errors.ts';
import type {
  AccountStanding,
  Candidates,
  OutcomeFacts,
  StepFacts,
} from '../../src/publishing/observations.ts';
import { CONTAINER_LIFE_MS } from '../../src/publishing/publishing.rules.ts';
import { isRuleActive } from '../../src/publishing/removable-rules.ts';
import { preparationOf } from '../../src/publishing/state.ts';
import type { EngineEvent } from '../../src/publishing/transition-events.ts';
import type { StepTask } from '../../src/publishing/transitions/transition-outcome.ts';
import type { Container, Situation } from './situation.ts';

export const FIRST = '17841400000000001';
/** Then Instagram creates no other one, or the walk would not end. */
const MAX_CONTAINERS = 3;
export const OTHER = '17841400000000002';

/** What a step finds, and what that changes at Instagram or of the account. */
export interface Answered {
  name: string;
  event: EngineEvent;
  situation: Situation;
}

function standing(
  igUserId: string,
  { hold }: Situation['accounts']['first'],
  { appThrottledUntil, now }: Situation,
): AccountStanding {
  const isAppThrottled = hold === null && appThrottledUntil > now;
  return {
    igUserId,
    login: 'facebook',
    connectionId: igUserId,
    username: igUserId,
    holdReason: isAppThrottled ? 'app_limited' : hold,
    isEnded: false,
    throttledUntil: isAppThrottled ? new Date(appThrottledUntil) : null,
    throttledForMs: isAppThrottled ? appThrottledUntil - now : null,
    holdCode: null,
  };
}

const firstOf = (situation: Situation) =>
  situation.accounts.first.isConnected
    ? standing(FIRST, situation.accounts.first, situation)
    : null;

/** What the database says at the beginning of a step. */
export function beginStep(situation: Situation): EngineEvent {
  const { publication, accounts, isPaused, now } = situation;
  const { state, post } = publication;
  const container = containerOf(situation);
  if (state.kind === 'publishing' || state.kind === 'reconciling') {
    const isOutdated = container?.revision !== post.revision;
    const facts: OutcomeFacts = {
      at: new Date(now),
      account: firstOf(situation),
      container: container === undefined ? null : { id: container.id, isOutdated },
      caption: 'unique',
    };
    return { kind: 'outcome_due', facts };
  }
  const other = accounts.other.isConnected ? standing(OTHER, accounts.other, situation) : null;
  const facts: StepFacts = {
    pauseId: isPaused ? 'pause' : null,
    account: firstOf(situation) ?? other,
    targetUsername: null,
    media: { refusal: null, isConverting: false },
    editedAt: null,
    hasContainer: state.kind === 'prepared' ? isUsable(situation) : liveOf(situation).length > 0,
    isBehindIdenticalPost: false,
    quotaFreeInMs: 0,
  };
  return { kind: 'step_due', facts };
}

const containerOf = ({ publication, containers }: Situation): Container | undefined => {
  const id = preparationOf(publication.state)?.container;
  return containers.find((container) => container.id === id && container.isKnown);
};

/** Of a prepared post: finished, and with the present content. */
export function isUsable(situation: Situation): boolean {
  const container = containerOf(situation);
  return (
    container !== undefined &&
    !container.isDead &&
    container.revision === situation.publication.post.revision
  );
}

/** Those that a preparation uses again, the newest first. Without the rule `one-container` it uses none after a call. */
function liveOf({ containers, publication }: Situation): Container[] {
  const { state, post } = publication;
  const wasCalled = 'calls' in state && state.calls.intentAt !== null;
  if (!isRuleActive('one-container') && wasCalled) return [];
  return containers
    .filter(({ isKnown, isDead, revision }) => isKnown && !isDead && revision === post.revision)
    .toReversed();
}

/** Everything that Instagram may answer, the best answer first; the others cost one fault. */
export function answersTo(
  task: Exclude<StepTask, { kind: 'claim' }>,
  situation: Situation,
): Answered[] {
  const answers = allAnswers(task, situation);
  const { left } = situation;
  if (left.faults === 0) return answers.slice(0, 1);
  const spent = { ...left, faults: left.faults - 1 };
  for (const fault of answers.slice(1)) fault.situation = { ...fault.situation, left: spent };
  return answers;
}

function allAnswers(task: Exclude<StepTask, { kind: 'claim' }>, situation: Situation): Answered[] {
  const answer = (name: string, event: EngineEvent, changed = situation): Answered => ({
    name,
    event,
    situation: changed,
  });
  switch (task.kind) {
    case 'prepare_containers':
      return preparations(situation);
    case 'check_account':
      return [answer('account may publish', { kind: 'account_checked' }), refusal(situation)];
    case 'list_outage_media': {
      const ids = situation.media > 0 ? ['1'] : [];
      const { isRestored } = situation;
      const at = new Date(situation.now);
      const media = { at, account: FIRST, ids, isIdentified: true, isRestored };
      const shared = { ...media, isIdentified: false };
      return [
        answer('outage media', { kind: 'outage_media_listed', media }),
        answer('outage media of some post', { kind: 'outage_media_listed', media: shared }),
        failure(situation),
        refusal(situation),
      ];
    }
    case 'read_own_containers': {
      const live = liveOf(situation);
      const published = live.find(({ truth }) => truth === 'published')?.id ?? null;
      const containers = {
        published,
        isOneUnpublished: live.some(({ truth }) => truth === 'finished'),
      };
      const { media } = task;
      return [
        answer('own containers', { kind: 'own_containers_read', media, containers }),
        failure(situation),
      ];
    }
    case 'list_owner_media':
      return [
        answer('no owner media', {
          kind: 'owner_media_listed',
          media: { match: { kind: 'none' }, mayBeOurs: false },
        }),
        answer('unreadable owner media', { kind: 'owner_media_unreadable', issue: noAnswer }),
      ];
    case 'read_container':
      return containerReadings(task.facts, situation);
    case 'list_candidates': {
      const { facts, state } = task;
      const listed = (candidates: Candidates, read = facts): EngineEvent => ({
        kind: 'candidates_listed',
        facts: read,
        state,
        candidates,
      });
      const own = situation.media > 0 ? ['1'] : [];
      const shared = { ...facts, caption: 'shared' } as const;
      const isPublished = state === 'published';
      return [
        answer('candidates', listed({ ids: own, withSameCaption: own })),
        answer('candidates of some post', listed({ ids: ['2'], withSameCaption: ['2'] }, shared)),
        answer('no candidates', {
          kind: 'outcome_unreadable',
          facts,
          issue: noAnswer,
          isPublished,
        }),
      ];
    }
  }
}

function preparations(situation: Situation): Answered[] {
  const { publication, containers, now } = situation;
  const [live] = liveOf(situation);
  if (live === undefined && containers.length === MAX_CONTAINERS) return [failure(situation)];
  const created: Container = live ?? {
    id: `c${containers.length + 1}`,
    revision: publication.post.revision,
    isKnown: true,
    isDead: false,
    isFormer: false,
    truth: 'finished',
  };
  const changed =
    live === undefined ? { ...situation, containers: [...containers, created] } : situation;
  const read = (reading: Extract<EngineEvent, { kind: 'containers_read' }>['reading']) =>
    ({ kind: 'containers_read', reading }) as const;
  const container = { id: created.id, account: FIRST };
  const dead = changed.containers.map((one) =>
    one.id === created.id ? { ...one, isDead: true, truth: 'failed' as const } : one,
  );
  const ready: EngineEvent =
    created.truth === 'published'
      ? read({ kind: 'published_unasked', container })
      : read({
          kind: 'ready',
          account: standing(FIRST, situation.accounts.first, situation),
          preparation: {
            container: created.id,
            account: FIRST,
            goodUntil: new Date(now + CONTAINER_LIFE_MS),
            liveStories: null,
          },
          containerIds: [created.id],
          hasCopyrightMatch: false,
          exhaustedQuota: null,
        });
  const lost = read({ kind: 'lost', issue: noAnswer, label: undefined, failures: 0 });
  return [
    { name: 'ready', event: ready, situation: changed },
    { name: 'container lost', event: lost, situation: { ...changed, containers: dead } },
    failure(situation),
    refusal(situation),
  ];
}

const failure = (situation: Situation): Answered => ({
  name: 'no answer',
  event: { kind: 'preparation_failed', issue: noAnswer, label: undefined },
  situation,
});

function refusal(situation: Situation): Answered {
  const first = { isConnected: true, hold: 'reconnect' } as const;
  return {
    name: 'account refused',
    event: {
      kind: 'account_refused',
      account: standing(FIRST, first, situation),
      issue: tokenInvalid,
    },
    situation: { ...situation, accounts: { ...situation.accounts, first } },
  };
}

/** While a call is open, a container may read as dead and be published after all. */
function containerReadings(facts: OutcomeFacts, situation: Situation): Answered[] {
  const truth = containerOf(situation)?.truth ?? 'finished';
  const isOpen = situation.calls.length > 0;
  const read = (state: typeof truth): Answered => ({
    name: `container ${state}`,
    event: { kind: 'container_read', facts, state },
    situation,
  });
  const unreadable = (issue: typeof noAnswer): Answered => ({
    name: 'container unreadable',
    event: { kind: 'outcome_unreadable', facts, issue, isPublished: false },
    situation,
  });
  const failed = situation.containers.map((one) =>
    one.id === facts.container?.id ? { ...one, truth: 'failed' as const } : one,
  );
  return [
    read(truth),
    ...(isOpen ? [read('failed'), read('processing')] : []),
    // It was finished and is no longer.
    ...(truth === 'finished' && !isOpen
      ? [{ ...read('failed'), situation: { ...situation, containers: failed } }]
      : []),
    unreadable(noAnswer),
    unreadable(tokenInvalid),
  ];
}
