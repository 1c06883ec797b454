// One file: creating, polling and giving up the containers of a post share what is known of their failures.
import {
  findIssueByCode,
  locationRefused,
  noAnswer,
  notReady,
  unreadableVideo,
  uploadRefused,
  uploadUnfinished,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import type { FileFailure } from '../../instagram/graph/error-table.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import { capabilitiesOf } from '../../instagram/graph/logins.ts';
import type { ContainerStatus } from '../../instagram/graph/publishing.ts';
import { newId } from '../../platform/ids.ts';
import type { ContainerSpec } from './container-plan.ts';
import type { ContainerFailures, CreatedContainer } from './containers.repository.ts';
import type { PreparationReading } from '../observations.ts';
import {
  CONTAINER_BUDGET,
  MIN_FAILING_MS,
  MAX_UNREADABLE_POLLS,
  MAX_CONTAINERS,
  MAX_FETCH_FAILURES,
  MAX_PROCESSING_FAILURES,
  PROCESSING_LIMIT_MS,
} from '../publishing.rules.ts';
import { toRetriedIssue } from '../post-issues.ts';
import { describeRefusal, mayConcernLocation } from './refused-content.rules.ts';
import type { Step, StepDependencies } from './step.ts';

interface ContainerContext {
  step: Step;
  /** By fingerprint. */
  failures: ReadonlyMap<string, ContainerFailures>;
  deps: StepDependencies;
}

type ContainersResult =
  | { kind: 'ready'; containers: CreatedContainer[]; hasCopyrightMatch: boolean }
  | { kind: 'unready'; reading: PreparationReading }
  | { kind: 'failed'; issue: InstagramIssue; label: string | undefined };

const unready = (reading: PreparationReading): ContainersResult => ({ kind: 'unready', reading });

/** Creates the missing containers of a set, or polls all of them at once when none is missing. */
export async function ensureContainers(
  specs: readonly ContainerSpec[],
  context: ContainerContext,
): Promise<ContainersResult> {
  const found = specs.map((spec) => ({
    spec,
    container: context.step.liveContainers.find(
      ({ fingerprint }) => fingerprint === spec.fingerprint,
    ),
  }));
  const missing = found.flatMap(({ spec, container }) => (container === undefined ? [spec] : []));
  if (missing.length > 0) return createMissing(missing, context);
  const polled = await Promise.all(
    found.flatMap(({ spec, container }) =>
      container === undefined ? [] : [pollContainer(spec, container, context)],
    ),
  );
  const ready = polled.flatMap((result) => (result.kind === 'ready' ? [result] : []));
  const unfinished = byFailures(polled.filter((result) => result.kind !== 'ready'));
  // What has failed matters more than what is in progress.
  return (
    unfinished.find((result) => !isInProgress(result)) ??
    unfinished.find(isUploading) ??
    unfinished[0] ?? {
      kind: 'ready',
      containers: ready.flatMap(({ containers }) => containers),
      hasCopyrightMatch: ready.some(({ hasCopyrightMatch }) => hasCopyrightMatch),
    }
  );
}

async function createMissing(
  specs: readonly ContainerSpec[],
  { step, failures, deps }: ContainerContext,
): Promise<ContainersResult> {
  const exhausted = specs
    .flatMap(({ fingerprint, label }) => {
      const failed = failures.get(fingerprint);
      return failed !== undefined && isBeyondRetry(failed, step) ? [{ label, failed }] : [];
    })
    .toSorted((one, other) => other.failed.sinceMs - one.failed.sinceMs)[0];
  if (exhausted !== undefined) {
    const { label, failed } = exhausted;
    return unready({ kind: 'exhausted', label, failure: failureOf(failed) });
  }
  const created = await deps.containers.countCreatedInDay(step.account.igUserId);
  if (created + specs.length > CONTAINER_BUDGET) return unready({ kind: 'over_budget' });
  const results = await Promise.all(
    specs.map(async (spec) => {
      const isUpload =
        capabilitiesOf[step.account.login].receivesVideos &&
        (await needsUpload(spec, failures.get(spec.fingerprint), deps));
      return deps.publishing.withCreateTurn(step.account, () =>
        createContainer(spec, isUpload, { step, failures, deps }),
      );
    }),
  );
  const notable = byFailures(results.filter((result) => result !== undefined));
  return (
    notable.find((result) => !isUploading(result)) ?? notable[0] ?? unready({ kind: 'created' })
  );
}

/**
 * Of the items of a carousel, the refused one comes first, then the one that has failed most often, then any
 * other failure: each step reports the same one.
 */
const byFailures = (results: readonly ContainersResult[]): ContainersResult[] =>
  results.toSorted((one, other) => countFailures(other) - countFailures(one));

function countFailures(result: ContainersResult): number {
  if (result.kind !== 'unready') return 0;
  if (result.reading.kind === 'refused') return Infinity;
  return result.reading.kind === 'lost' ? result.reading.failures + 1 : 0;
}

const isUploading = (result: ContainersResult): boolean =>
  result.kind === 'unready' && result.reading.kind === 'uploading';

const isInProgress = (result: ContainersResult): boolean =>
  result.kind === 'unready' &&
  ['processing', 'uploading', 'uploaded', 'created'].includes(result.reading.kind);

/** Images have no other way than the download. After an upload that failed it is tried again. */
async function needsUpload(
  { file }: ContainerSpec,
  failed: ContainerFailures | undefined,
  { storage, fetchHealth, uploadHealth }: StepDependencies,
): Promise<boolean> {
  if (file?.kind !== 'video') return false;
  const codes = failed?.codes ?? [];
  if (isOfUpload(codes.at(-1)) || uploadHealth.isFailing()) return false;
  const unfetched = codes.filter((code) => fileFailureOf(code) === 'unfetched');
  if (unfetched.length < MAX_FETCH_FAILURES && !fetchHealth.isFailing()) return false;
  return (await storage.size(file.sha256)) !== undefined;
}

const isOfUpload = (code: string | undefined): boolean =>
  code === uploadRefused.code || code === uploadUnfinished.code;

const fileFailureOf = (code: string | undefined): FileFailure | undefined =>
  findIssueByCode(code ?? null)?.fileFailure;

/** Another container of such a file rarely helps. */
const isUnprocessable = (codes: readonly string[]): boolean =>
  codes.filter((code) => fileFailureOf(code) === 'unprocessed').length >= MAX_PROCESSING_FAILURES;

/** A file that could be fetched each time might not have failed. */
function failureOf({ codes }: ContainerFailures): FileFailure | undefined {
  if (isUnprocessable(codes)) return 'unprocessed';
  const isUnfetched = codes.some((code) => fileFailureOf(code) === 'unfetched');
  return isUnfetched ? 'unfetched' : fileFailureOf(codes.at(-1));
}

const isBeyondRetry = ({ count, codes, sinceMs }: ContainerFailures, { post }: Step): boolean =>
  isUnprocessable(codes) ||
  (count >= MAX_CONTAINERS && sinceMs >= MIN_FAILING_MS && post.scheduled_time <= post.now);

/** @returns undefined when Instagram has created it */
async function createContainer(
  spec: ContainerSpec,
  isUpload: boolean,
  context: ContainerContext,
): Promise<ContainersResult | undefined> {
  const { step, failures, deps } = context;
  const { post, account } = step;
  const { containers, observe, fetchHealth } = deps;
  // The row comes first, because the link from which Instagram fetches the file depends on it.
  const id = newId();
  if (!(await containers.insert(id, post, account, spec))) {
    return unready({ kind: 'overtaken' });
  }
  try {
    await observe('creating', post.id);
    const creation: Creation = { id, spec, isUpload };
    const { graphId, uri } = await createAtLocation(creation, context);
    await observe('created', post.id);
    if (isUpload && uri === null) throw new InstagramError(uploadRefused);
    if (uri === null) await containers.markCreated(id, graphId);
    else await containers.markUploading(id, { graphId, uri });
    await observe('stored', post.id);
    if (uri !== null) return unready({ kind: 'uploading', progress: 'next' });
    // Instagram has downloaded a picture by then, a video only later.
    if (spec.file?.kind === 'image') fetchHealth.recordSuccess();
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const described = describeRefusal(error, spec.params);
    const issue = isUpload && mayConcernUpload(described) ? uploadRefused : described;
    await endContainer(id, issue, deps);
    recordFailure(issue, post.id, deps);
    return toFailure(issue, spec, failures);
  }
}

/** Where Instagram refuses uploads as such, the next container shows whether it was something else. */
const mayConcernUpload = ({ class: kind }: InstagramIssue): boolean =>
  kind === 'bug' || kind === 'transient';

function recordFailure(
  { code, fileFailure }: InstagramIssue,
  postId: string,
  { fetchHealth, uploadHealth }: StepDependencies,
): void {
  if (isOfUpload(code)) uploadHealth.recordFailure(postId);
  else if (fileFailure === 'unfetched') fetchHealth.recordFailure(postId);
}

interface Creation {
  /** Of its row, which the link to the file names. */
  id: string;
  spec: ContainerSpec;
  isUpload: boolean;
}

/** @throws InstagramError */
async function callCreate(
  { id, spec: { file, params }, isUpload }: Creation,
  { step: { account }, deps: { publishing, links } }: ContainerContext,
): Promise<{ graphId: string; uri: string | null }> {
  if (isUpload) return publishing.createUpload(account, params);
  const fileParams: Record<string, string> =
    file === undefined ? {} : { [`${file.kind}_url`]: links.forContainer(id, file.contentType) };
  const graphId = await publishing.createContainer(account, { ...params, ...fileParams });
  return { graphId, uri: null };
}

/** Without a response the container may exist: an orphan that is never published. */
async function endContainer(
  id: string,
  issue: InstagramIssue,
  { containers }: StepDependencies,
): Promise<void> {
  if (issue.class === 'new_container') await containers.endCreation(id, issue.code);
  else if (issue.code === noAnswer.code) await containers.endCreation(id, null);
  else await containers.discard(id);
}

/**
 * A 100 that does not name the location may have passed by the next call. The location is the cause only if the
 * same call is refused twice, accepted without it, and refused with it once more.
 */
async function createAtLocation(
  creation: Creation,
  context: ContainerContext,
): Promise<{ graphId: string; uri: string | null }> {
  try {
    return await callCreate(creation, context);
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { params } = creation.spec;
    const isSecond = context.step.post.error_code === error.issue.code;
    const isNamed = describeRefusal(error, params).code === locationRefused.code;
    if (!isSecond || isNamed || !mayConcernLocation(error.issue, params)) throw error;
    if (!(await isAcceptedWithoutLocation(creation, context))) throw error;
  }
  return callCreate(creation, context).catch((error: unknown) => {
    const isRefused = error instanceof InstagramError && error.issue.code === '100';
    throw isRefused ? new InstagramError(locationRefused, error) : error;
  });
}

/** The container stays unused, and counts as one of the account. */
async function isAcceptedWithoutLocation(
  { spec, isUpload }: Creation,
  context: ContainerContext,
): Promise<boolean> {
  const { step, deps } = context;
  const { location_id: _location, ...params } = spec.params;
  const probe = { id: newId(), spec: { ...spec, params }, isUpload };
  if (!(await deps.containers.insert(probe.id, step.post, step.account, probe.spec))) {
    return false;
  }
  try {
    await callCreate(probe, context);
    await deps.containers.endCreation(probe.id, null);
    return true;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    await endContainer(probe.id, error.issue, deps);
    return false;
  }
}

const toFailure = (
  issue: InstagramIssue,
  { fingerprint, label }: ContainerSpec,
  failures: ContainerContext['failures'],
): ContainersResult =>
  issue.class === 'new_container'
    ? unready({ kind: 'lost', issue, label, failures: failures.get(fingerprint)?.count ?? 0 })
    : { kind: 'failed', issue, label };

const asLost = (issue: InstagramIssue): InstagramIssue => ({
  ...issue,
  ...toRetriedIssue(issue),
  class: 'new_container',
});

async function pollContainer(
  spec: ContainerSpec,
  container: CreatedContainer,
  context: ContainerContext,
): Promise<ContainersResult> {
  const { step, failures, deps } = context;
  const { id, state } = container;
  try {
    if (state === 'uploading') return await uploadBytes(spec, container, context);
    const status = await deps.publishing.containerStatus(step.account, container.graph_id);
    await deps.observe('polled', step.post.id);
    if (status.state === 'finished' && state !== 'finished') await deps.containers.markFinished(id);
    return await interpretStatus(status, spec, container, context);
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    // Instagram no longer knows the container, or has not let us read it for a long time. With 100/33, as in May 2026,
    // reading alone may fail, so the last one is kept; another refusal, which the owner can mend, ends the post.
    const isLast = (failures.get(spec.fingerprint)?.count ?? 0) >= MAX_CONTAINERS - 1;
    const isUnreadable =
      state !== 'uploading' &&
      step.post.poll_count >= MAX_UNREADABLE_POLLS &&
      !(isLast && issue.code === '100/33');
    const isLost = issue.class === 'new_container' || isUnreadable;
    if (!isLost || issue.class === 'reconnect') return toFailure(issue, spec, failures);
    await deps.containers.markDead(step.post, id, issue.code);
    return toFailure(asLost(issue), spec, failures);
  }
}

/** Sends the bytes, or what a killed worker has not sent of them. */
async function uploadBytes(
  spec: ContainerSpec,
  container: CreatedContainer,
  context: ContainerContext,
): Promise<ContainersResult> {
  const { step, deps } = context;
  const { id, graph_id: graphId, upload_uri: uri } = container;
  const sha256 = spec.file?.sha256 ?? '';
  const size = await deps.storage.size(sha256);
  const isTooSlow =
    container.upload_begun_at !== null && container.age_ms > PROCESSING_LIMIT_MS.video;
  if (uri === null || size === undefined || isTooSlow) {
    return giveUpContainer(uploadUnfinished, spec, container, context);
  }
  const bytes = {
    size,
    readFrom: (start: number) => deps.storage.read(sha256, { start, end: size - 1 }),
  };
  const { id: postId, scheduled_time: dueAt } = step.post;
  const request = { postId, igUserId: step.account.igUserId, dueAt };
  const result = await deps.uploadSlots.run(request, async (stopped) => {
    await deps.containers.markUploadBegun(id);
    await deps.observe('uploading', step.post.id);
    const progress = await deps.publishing.uploadProgress(step.account, graphId);
    const isDead = progress.container.state === 'failed' || progress.container.state === 'expired';
    if (isDead) return progress.container;
    if (progress.isComplete) return 'uploaded';
    const signal = AbortSignal.any([step.overtaken, stopped]);
    return deps.sendVideo(step.account, uri, bytes, progress.received, signal);
  });
  if (result === undefined) return unready({ kind: 'uploading', progress: 'queued' });
  if (typeof result === 'object') return interpretStatus(result, spec, container, context);
  if (result !== 'uploaded') {
    deps.log.warn({ postId: step.post.id, result }, 'the bytes of a video were not sent whole');
  }
  if (result === 'interrupted') return unready({ kind: 'uploading', progress: 'interrupted' });
  if (result === 'refused') return giveUpContainer(uploadRefused, spec, container, context);
  await deps.observe('uploaded', step.post.id);
  await deps.containers.markUploaded(id);
  deps.uploadHealth.recordSuccess();
  return unready({ kind: 'uploaded' });
}

async function interpretStatus(
  status: ContainerStatus,
  spec: ContainerSpec,
  container: CreatedContainer,
  context: ContainerContext,
): Promise<ContainersResult> {
  switch (status.state) {
    case 'processing': {
      const limit = PROCESSING_LIMIT_MS[spec.file?.kind ?? 'image'];
      return container.age_ms > limit
        ? giveUpContainer(notReady, spec, container, context)
        : unready({ kind: 'processing' });
    }
    case 'finished': {
      const isNew = container.state !== 'finished' && spec.file !== undefined;
      if (isNew && container.upload_uri === null) {
        context.deps.fetchHealth.recordSuccess();
      }
      const { hasCopyrightMatch } = status;
      return { kind: 'ready', containers: [container], hasCopyrightMatch };
    }
    case 'published': {
      const published = { id: container.id, account: context.step.account.igUserId };
      return unready(
        spec.kind === 'child'
          ? { kind: 'child_published' }
          : { kind: 'published_unasked', container: published },
      );
    }
    case 'expired':
      return giveUpContainer(notReady, spec, container, context);
    case 'failed':
      return giveUpContainer(toIssueOfFile(status.issue, container), spec, container, context);
  }
}

const toIssueOfFile = (issue: InstagramIssue, { upload_uri: uri }: CreatedContainer) =>
  uri !== null && issue.code === '-/2207076' ? unreadableVideo : issue;

async function giveUpContainer(
  issue: InstagramIssue,
  spec: ContainerSpec,
  { id }: CreatedContainer,
  { step, failures, deps }: ContainerContext,
): Promise<ContainersResult> {
  recordFailure(issue, step.post.id, deps);
  const isAboutFile = issue.class !== 'blocked' && issue.class !== 'reconnect';
  await deps.containers.markDead(step.post, id, isAboutFile ? issue.code : null);
  if (issue.class === 'content') return unready({ kind: 'refused', issue, label: spec.label });
  // Another container may work, whatever the status of the dead one said.
  return toFailure(isAboutFile ? asLost(issue) : issue, spec, failures);
}
