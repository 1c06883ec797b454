import type { ConnectedAccount, InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramPublishing } from '../../instagram/graph/publishing.ts';
import type { SendVideo } from '../../instagram/graph/video-upload.ts';
import type { MediaLinks } from '../../media/links.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import type { ContainerRow } from '../../platform/database/rows.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ClaimedPost } from '../store/claimed-post.ts';
import type { DeliveryHealth } from './delivery-health.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { ConflictingPostsRepository } from './conflicting-posts.repository.ts';
import type { ContainerFile } from './container-plan.ts';
import type { ContainersRepository, CreatedContainer } from './containers.repository.ts';
import type { StepFacts } from '../observations.ts';
import type { Observe } from '../observe.ts';
import { CLAIM_AHEAD_MS } from '../publishing.rules.ts';
import type { PublishingRepository } from '../store/publishing.repository.ts';
import type { EngineEvent } from '../transition-events.ts';

export interface StepDependencies {
  repository: PublishingRepository;
  containers: ContainersRepository;
  conflictingPosts: ConflictingPostsRepository;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  sendVideo: SendVideo;
  links: MediaLinks;
  storage: Pick<MediaStorage, 'size' | 'read'>;
  uploadSlots: UploadSlots;
  fetchHealth: DeliveryHealth;
  uploadHealth: DeliveryHealth;
  observe: Observe;
  log: Log;
}

/** A post that a worker has in hand. */
export interface Step {
  post: ClaimedPost;
  /** The one to call, or to read the outcome from. */
  account: ConnectedAccount;
  files: readonly ContainerFile[];
  /** Of a post that is being prepared: valid on the account at the due time, newest first. */
  liveContainers: readonly CreatedContainer[];
  /** Aborted when the author or another worker has taken the post. */
  overtaken: AbortSignal;
}

/** What the database says at the beginning of a step; without an account there is nothing to call. */
export type StepBeginning = Partial<Step> & { event: EngineEvent };

export async function beginStep(post: ClaimedPost, deps: StepDependencies): Promise<StepBeginning> {
  switch (post.state) {
    case 'preparing':
      return beginPreparing(post, deps);
    case 'prepared':
      return beginPrepared(post, deps);
    case 'publishing':
    case 'reconciling':
      return beginReconciling(post, deps);
  }
}

async function beginPreparing(post: ClaimedPost, deps: StepDependencies): Promise<StepBeginning> {
  const { accounts, containers } = deps;
  const { target_ig_user_id: target } = post;
  const account = await accounts.accountOf(post.workspace_id, target);
  const files = await containers.filesOf(post.id);
  const liveContainers = account === undefined ? [] : await containers.findLive(post, account);
  const isOther = account !== undefined && target !== null && target !== account.igUserId;
  const facts = {
    ...(await readSharedFacts(post, account, deps)),
    targetUsername: isOther ? ((await accounts.usernameOf(target)) ?? null) : null,
    media: mediaOf(files),
    hasContainer: liveContainers.length > 0,
    isBehindIdenticalPost: false,
  };
  return { event: { kind: 'step_due', facts }, files, liveContainers, ...(account && { account }) };
}

async function beginPrepared(post: ClaimedPost, deps: StepDependencies): Promise<StepBeginning> {
  const { accounts, containers, conflictingPosts } = deps;
  const account = await accounts.accountOf(post.workspace_id, post.ig_user_id);
  const container =
    post.container_id === null ? undefined : await containers.find(post.container_id);
  const isDue = post.scheduled_time.getTime() - post.now.getTime() <= CLAIM_AHEAD_MS;
  const facts = {
    ...(await readSharedFacts(post, account, deps)),
    targetUsername: null,
    media: { refusal: null, isConverting: false },
    hasContainer: container?.state === 'finished' && !isOutdated(container, post, account),
    isBehindIdenticalPost: isDue && (await conflictingPosts.hasIdenticalInFlight(post)),
  };
  return { event: { kind: 'step_due', facts }, ...(account && { account }) };
}

async function readSharedFacts(
  post: ClaimedPost,
  account: ConnectedAccount | undefined,
  { conflictingPosts }: StepDependencies,
): Promise<Pick<StepFacts, 'pauseId' | 'account' | 'editedAt' | 'quotaFreeInMs'>> {
  return {
    pauseId: post.pause_id,
    account: account ?? null,
    editedAt: post.edited_at,
    quotaFreeInMs:
      account?.holdReason === 'quota' ? await conflictingPosts.quotaFreeInMs(account.igUserId) : 0,
  };
}

function mediaOf(files: readonly ContainerFile[]): StepFacts['media'] {
  const refused = files.find(({ refusal }) => refusal !== null);
  const name =
    refused === undefined || files.length === 1
      ? ''
      : `Vídeo ${refused.position + 1} de ${files.length}: `;
  return {
    refusal: refused === undefined ? null : `${name}${refused.refusal}`,
    isConverting: files.some(({ isConverting }) => isConverting),
  };
}

async function beginReconciling(post: ClaimedPost, deps: StepDependencies): Promise<StepBeginning> {
  const { accounts, conflictingPosts } = deps;
  const { workspace_id: workspaceId, ig_user_id: igUserId } = post;
  const container = await findContainer(post, deps);
  const current = await accounts.accountToRead(workspaceId, igUserId ?? '');
  // Instagram shows a container only to the app that created it.
  const account =
    container === undefined || container.login === current?.login
      ? current
      : await accounts.accountToRead(workspaceId, igUserId ?? '', container.login);
  // Before the media are listed: those that an identical post has got by then are no candidates.
  const isShared = !hasNoCaption(post) && (await conflictingPosts.hasIdenticalPost(post));
  const facts = {
    at: post.now,
    account: account ?? null,
    container:
      container === undefined
        ? null
        : { id: container.id, isOutdated: isOutdated(container, post, current) },
    caption: hasNoCaption(post) ? 'none' : isShared ? 'shared' : 'unique',
  } as const;
  return { event: { kind: 'outcome_due', facts }, ...(account && { account }) };
}

/** It has former content, or was created by another login. */
const isOutdated = (
  { revision, login }: ContainerRow,
  post: ClaimedPost,
  account: ConnectedAccount | undefined,
): boolean => revision !== post.revision || (account !== undefined && login !== account.login);

/** Stories have no caption on Instagram, and an empty caption identifies nothing. */
const hasNoCaption = (post: ClaimedPost): boolean =>
  post.media_type === 'STORIES' || post.caption === '';

/** The one that the call named; undefined when nothing was created at Instagram. */
export async function findContainer(
  post: ClaimedPost,
  { containers }: Pick<StepDependencies, 'containers'>,
): Promise<CreatedContainer | undefined> {
  const found = post.container_id === null ? undefined : await containers.find(post.container_id);
  return found?.graph_id == null ? undefined : { ...found, graph_id: found.graph_id };
}
