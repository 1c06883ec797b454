import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { LEASE_MS } from '../publishing.rules.ts';
import { checkAccount } from './account-check.ts';
import type { ClaimedPost } from '../store/claimed-post.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { FencedPost } from '../store/fenced-post.ts';
import { readOwnerMedia } from './manual-publishing.ts';
import { listOutageMedia, readOwnContainers } from './outage.ts';
import { prepareContainers } from './prepare.ts';
import { toPublication } from '../store/publication-row.ts';
import { listCandidates, readContainer } from './reconcile.ts';
import type { Recorder } from '../store/recorder.ts';
import { beginStep, type Step, type StepDependencies } from './step.ts';
import { transition } from '../transition.ts';
import type { EngineEvent } from '../transition-events.ts';
import type { StepTask } from '../transitions/transition-outcome.ts';

/** The lease lasts 60 s. */
export const RENEW_LEASE_MS = 20_000;

interface AdvanceDependencies extends StepDependencies {
  recorder: Recorder;
  dispatcher: Dispatcher;
  clock: Clock;
}

export type AdvancePost = ReturnType<typeof createAdvancePost>;

/** Any caller may call it at any time; the row decides whether a step is due. */
export function createAdvancePost(deps: AdvanceDependencies) {
  const { repository, recorder, dispatcher, clock, observe, log } = deps;

  /** @returns what is to be recorded; `claim`: nothing, the dispatcher takes the post */
  async function takeStep(
    post: ClaimedPost,
    overtaken: AbortSignal,
  ): Promise<EngineEvent | 'claim'> {
    const publication = toPublication(post);
    const beginning = await beginStep(post, deps);
    const { account, files = [], liveContainers = [] } = beginning;
    let { event } = beginning;
    for (;;) {
      const task = taskAfter(transition(publication, event, post.now));
      if (task === undefined) return event;
      if (task.kind === 'claim') return 'claim';
      if (account === undefined) throw new Error(`${task.kind} without an account`);
      event = await perform(task, { post, account, files, liveContainers, overtaken });
    }
  }

  async function perform(
    task: Exclude<StepTask, { kind: 'claim' }>,
    step: Step,
  ): Promise<EngineEvent> {
    switch (task.kind) {
      case 'prepare_containers':
        return prepareContainers(step, deps);
      case 'check_account':
        return (await checkAccount(step, deps)) ?? { kind: 'account_checked' };
      case 'list_outage_media':
        return listOutageMedia(step, deps);
      case 'read_own_containers':
        return readOwnContainers(step, task.media, deps);
      case 'list_owner_media':
        return readOwnerMedia(step, deps);
      case 'read_container':
        return readContainer(step, task.facts, deps);
      case 'list_candidates':
        return listCandidates(step, task, deps);
    }
  }

  /**
   * A step may wait for its turn at Instagram for longer than a lease lasts. A lease that could not be renewed
   * ends here no later than in the database, and the first one at most the time of its claim later.
   */
  function startLeaseRenewal({ id, fence }: FencedPost) {
    const overtaken = new AbortController();
    const endAfter = (ms: number) => clock.after(ms, () => overtaken.abort());
    let cancelEnd = endAfter(LEASE_MS);
    let cancelRenewal = () => {};
    let isOver = false;
    const renewLater = () => {
      cancelRenewal = clock.after(RENEW_LEASE_MS, () => {
        const askedAt = clock.monotonicMs();
        repository
          .renew(id, fence)
          .then((isOurs) => {
            if (!isOurs) overtaken.abort();
            if (isOver) return;
            cancelEnd();
            cancelEnd = endAfter(LEASE_MS - (clock.monotonicMs() - askedAt));
          })
          .catch((error: unknown) => log.warn({ error, postId: id }, 'a lease was not renewed'));
        renewLater();
      });
    };
    renewLater();
    const stopRenewing = () => {
      isOver = true;
      cancelRenewal();
      cancelEnd();
    };
    return { overtaken: overtaken.signal, stopRenewing };
  }

  function toFailedStep(error: unknown, postId: string): EngineEvent {
    const reference = newId().slice(-12);
    log.error({ error, postId, reference }, 'a step failed');
    return { kind: 'step_failed', reference };
  }

  return async function advancePost(postId: string): Promise<void> {
    const post = await repository.claim(postId);
    if (post === undefined) return;
    await observe('claimed', postId);
    const fencedPost = { id: post.id, fence: post.fence };
    const { overtaken, stopRenewing } = startLeaseRenewal(fencedPost);
    const event = await takeStep(post, overtaken)
      .catch((error: unknown) => toFailedStep(error, postId))
      .finally(stopRenewing);
    if (event === 'claim') {
      await repository.release(post.id, post.fence);
      await dispatcher.run(postId);
      return;
    }
    const publication = await recorder.record(fencedPost, event);
    if (publication?.state.kind !== 'prepared') return;
    if (event.kind === 'containers_read') await observe('prepared', postId);
    // The account shows no manual publication, which allows the claim for a minute.
    const isChecked = event.kind === 'owner_media_listed' && event.media.match.kind === 'none';
    if (isChecked) await dispatcher.run(postId);
  };
}

const taskAfter = (outcome: ReturnType<typeof transition>): StepTask | undefined =>
  outcome?.effects.find((effect) => effect.kind === 'task')?.task;
