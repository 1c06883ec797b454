import * as z from 'zod';
import {
  classifyContainerError,
  isPermissionError,
  isRefusedDespitePermission,
  isRefusedByInstagram,
  storyRefused,
  type InstagramIssue,
} from './errors.ts';
import { InstagramError, type Graph } from './graph.ts';
import { createPermissions } from '../tokens/permissions.ts';
import { createGraphReader, type ReadingAccount } from './reader.ts';
import type { PublishingAccount } from './publishing-account.ts';
import type { CallLimiter } from './call-limiter.ts';
import { createGraphWriter, type OnWrite } from './writer.ts';
import { capabilitiesOf } from './logins.ts';

export type ContainerStatus =
  | { state: 'processing' | 'published' | 'expired' }
  | { state: 'finished'; hasCopyrightMatch: boolean }
  | { state: 'failed'; issue: InstagramIssue };

export type InstagramPublishing = ReturnType<typeof createInstagramPublishing>;

const id = z.object({ id: z.string() });
const status = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().optional().catch(undefined),
  copyright_check_status: z
    .object({ matches_found: z.boolean().optional() })
    .optional()
    .catch(undefined),
});
const uploadStatus = z.object({
  ...status.shape,
  video_status: z
    .object({
      uploading_phase: z.object({
        status: z.string(),
        bytes_transferred: z.number().optional(),
      }),
    })
    .optional(),
});
const quota = z.object({
  data: z.array(
    z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }) }),
  ),
});
/** Instagram downloads a picture before it responds. */
const CREATE_TIMEOUT_MS = 30_000;
/** Shorter than the timeout of the browser. */
const PROBE_TIMEOUT_MS = 8_000;
/** Shorter than the quiescence time, after which no call can still be running. */
const PUBLISH_TIMEOUT_MS = 55_000;

/** Every failure is a classified InstagramError. */
export function createInstagramPublishing(
  graph: Graph,
  callLimiter: CallLimiter,
  {
    onWrite = () => undefined,
    onContainerError = () => undefined,
    sampleUrl = () => '',
  }: {
    onWrite?: OnWrite;
    onContainerError?: (code: string) => void;
    /** Of a picture that is never published. */
    sampleUrl?: () => string;
  } = {},
) {
  const permissions = createPermissions(graph, callLimiter);
  const { read, listSince } = createGraphReader(graph, callLimiter, permissions);
  const { write, create } = createGraphWriter(graph, permissions, onWrite);

  const createContainer = (account: PublishingAccount, params: Record<string, string>) =>
    write(account, 'create', () =>
      create(account, params, CREATE_TIMEOUT_MS).catch((error: unknown) => {
        const isStory = params['media_type'] === 'STORIES';
        throw isStory && lacksPermissionForStories(error)
          ? new InstagramError(storyRefused, error)
          : error;
      }),
    );

  /** A container that waits for bytes needs no file. Where there are none, it gets the sample picture. */
  const createProbe = (account: PublishingAccount) => {
    const params = capabilitiesOf[account.login].receivesVideos
      ? { media_type: 'REELS', upload_type: 'resumable' }
      : { image_url: sampleUrl() };
    return callLimiter.runCreate(account.igUserId, () => create(account, params, PROBE_TIMEOUT_MS));
  };

  return {
    /** A repeated call leaves a harmless unused container. */
    createContainer: async (
      account: PublishingAccount,
      params: Record<string, string>,
    ): Promise<string> => (await createContainer(account, params)).id,

    /** Creates a container that waits for the bytes of its video; without `uri` it can get none. */
    async createUpload(
      account: PublishingAccount,
      params: Record<string, string>,
    ): Promise<{ graphId: string; uri: string | null }> {
      const { id: graphId, uri = null } = await createContainer(account, {
        ...params,
        upload_type: 'resumable',
      });
      return { graphId, uri };
    },

    /** How many bytes of an upload Instagram has, and whether it still wants the others. */
    async uploadProgress(
      account: ReadingAccount,
      graphId: string,
    ): Promise<{ isComplete: boolean; received: number; container: ContainerStatus }> {
      const fields = 'id,status_code,status,video_status';
      const answer = await read(account, graphId, { fields }, uploadStatus);
      const { status: phase, bytes_transferred: received = 0 } =
        answer.video_status?.uploading_phase ?? {};
      const container = toContainerStatus(answer);
      return { isComplete: phase === 'complete', received, container };
    },

    /** Reading does not show whether the account may publish, so this creates a container. */
    async probePublishing(account: PublishingAccount): Promise<InstagramIssue | undefined> {
      try {
        await createProbe(account);
        return undefined;
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        return error.issue;
      }
    },

    withCreateTurn: <T>({ igUserId }: PublishingAccount, work: () => Promise<T>): Promise<T> =>
      callLimiter.runCreate(igUserId, work),

    async containerStatus(account: ReadingAccount, graphId: string): Promise<ContainerStatus> {
      const fields = 'id,status_code,status,copyright_check_status';
      const answer = await read(account, graphId, { fields }, status).catch((error: unknown) => {
        // A container that cannot be read is not published, as one that cannot be created.
        if (error instanceof InstagramError && isRefusedByInstagram(error.issue)) {
          onWrite(account.igUserId, false, false);
        }
        throw error;
      });
      const parsedStatus = toContainerStatus(answer);
      if (parsedStatus.state !== 'failed') return parsedStatus;
      onContainerError(parsedStatus.issue.code);
      // Instagram accepted the container at first and refuses it now.
      if (isRefusedByInstagram(parsedStatus.issue)) onWrite(account.igUserId, false, false);
      return parsedStatus;
    },

    /**
     * The caller must reconcile before a retry.
     * @throws NotSentError when `canSend` returned false.
     */
    async publish(
      account: PublishingAccount,
      graphId: string,
      canSend?: () => boolean,
    ): Promise<string> {
      const { igUserId, login: host, token } = account;
      const publish = () =>
        callLimiter.runPublish(igUserId, () =>
          graph.call('POST', `${igUserId}/media_publish`, {
            host,
            token,
            params: { creation_id: graphId },
            answer: id,
            timeoutMs: PUBLISH_TIMEOUT_MS,
            canSend,
          }),
        );
      const published = await write(account, 'publish', () =>
        permissions.callConfirmingRefusal(account, publish),
      );
      return published.id;
    },

    /** Newest first, without stories. */
    mediaSince: (account: ReadingAccount, since: Date) => listSince(account, 'media', since),

    liveStories: (account: ReadingAccount) => listSince(account, 'stories', new Date(0)),

    /** Per 24 hours; `used` is Instagram's count. */
    async quota(account: ReadingAccount): Promise<{ total: number; used: number } | undefined> {
      const path = `${account.igUserId}/content_publishing_limit`;
      const { data } = await read(account, path, { fields: 'config,quota_usage' }, quota);
      return data[0] && { total: data[0].config.quota_total, used: data[0].quota_usage };
    },

    scopesOf: permissions.scopesOf,
    hasPermissions: permissions.hasScopes,

    async permalink(account: ReadingAccount, mediaId: string): Promise<string> {
      const answer = z.object({ permalink: z.url() });
      return (await read(account, mediaId, { fields: 'id,permalink' }, answer)).permalink;
    },
  };
}

const lacksPermissionForStories = (error: unknown): boolean =>
  error instanceof InstagramError &&
  isRefusedDespitePermission(error.issue.code) &&
  error.cause instanceof InstagramError &&
  isPermissionError(error.cause.issue);

function toContainerStatus(answer: z.infer<typeof status>): ContainerStatus {
  switch (answer.status_code) {
    case 'IN_PROGRESS':
      return { state: 'processing' };
    case 'FINISHED':
      return {
        state: 'finished',
        hasCopyrightMatch: answer.copyright_check_status?.matches_found ?? false,
      };
    case 'PUBLISHED':
      return { state: 'published' };
    case 'EXPIRED':
      return { state: 'expired' };
    case 'ERROR': {
      // Only the status text contains the subcode.
      const subcode = /\b(\d{7})\b/.exec(answer.status ?? '')?.[1] ?? '';
      return { state: 'failed', issue: classifyContainerError(subcode) };
    }
  }
}
