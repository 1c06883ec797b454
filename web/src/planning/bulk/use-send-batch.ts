import type { Batch, createBatch } from '@pontual/contract/planning/bulk.ts';
import type { CallOf } from '@pontual/contract/shared/endpoint.ts';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import { useState } from 'react';
import { ApiError, failureText } from '../../api/api-error.ts';
import { networkError } from '../../api/client.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { newKey } from '../../composer/new-key.ts';
import type { UploadQueue } from '../../composer/uploads/upload-queue.ts';
import { useCreateBatch, type CheckedRow } from './bulk-queries.ts';
import type { BatchRow } from './batch-rows.ts';
import { mayHaveBeenCreated } from './unknown-batch-outcome.ts';

export interface ReadyPost {
  row: BatchRow;
  checkedRow: CheckedRow & { scheduledTime: string };
}

export type SendState =
  | { state: 'idle' }
  /** The uploaded part, 0 to 1; null while the posts are being created. */
  | { state: 'sending'; fraction: number | null }
  | {
      state: 'failed';
      code: string;
      message: string;
      rows: ReadonlyMap<string, string>;
      /** The response was lost, so the posts may exist. */
      mayExist: boolean;
    };

interface BatchInput {
  posts: readonly ReadyPost[];
  files: readonly PickedFile[];
  uploadQueue: UploadQueue;
  fit: FitMode;
  demo: boolean;
  /** Null means the first account. */
  instagramAccountId: string | null;
}

/** The key prevents duplicates only when the body does not change. */
interface BatchRequest {
  rows: readonly BatchRow[];
  files: readonly PickedFile[];
  uploadQueue: UploadQueue;
  body: Omit<CallOf<typeof createBatch>['body'], 'uploadIds'>;
}

/** A request without a response is stored, and can only be sent again unchanged. */
export function useSendBatch(onDone: (batch: Batch) => void) {
  const { mutateAsync } = useCreateBatch();
  const [sending, setSending] = useState<SendState>({ state: 'idle' });
  const [pendingBatch, setPendingBatch] = useState<BatchRequest | null>(null);

  const sendRequest = async (request: BatchRequest, isRepeat: boolean) => {
    const { files, uploadQueue, body } = request;
    let isSent = false;
    setPendingBatch(request);
    setSending({ state: 'sending', fraction: 0 });
    try {
      // The upload would wait silently for a connection.
      if (!navigator.onLine) throw networkError();
      const uploadIds = await uploadQueue.waitForUploads(files, {
        signal: undefined,
        onFraction: (fraction) => setSending({ state: 'sending', fraction }),
      });
      setSending({ state: 'sending', fraction: null });
      isSent = true;
      const batch = await mutateAsync({ ...body, uploadIds });
      setPendingBatch(null);
      setSending({ state: 'idle' });
      onDone(batch);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND') uploadQueue.restart();
      const mayExist = mayHaveBeenCreated(error, { isSent, isRepeat });
      if (!mayExist) setPendingBatch(null);
      setSending({ state: 'failed', mayExist, ...toFailure(error, request) });
    }
  };
  return {
    sending,
    /** The request in flight, or one whose result is unknown. */
    pendingBatch,
    send: (input: BatchInput) => sendRequest(toBatchRequest(input), false),
    /** Repeats the same request, whatever has changed since. */
    retry: () => (pendingBatch === null ? undefined : sendRequest(pendingBatch, true)),
    dismiss: () => setSending({ state: 'idle' }),
  };
}

function toBatchRequest({
  posts,
  files,
  uploadQueue,
  fit,
  demo,
  instagramAccountId,
}: BatchInput): BatchRequest {
  const usedUrls = new Set(posts.flatMap(({ checkedRow }) => checkedRow.urls));
  const usedFiles = files.filter(({ url }) => usedUrls.has(url));
  const indexByUrl = new Map(usedFiles.map(({ url }, index) => [url, index]));
  const postBodies = posts.map(({ row, checkedRow }) => ({
    mediaType: checkedRow.mediaType,
    caption: row.line.caption,
    scheduledTime: checkedRow.scheduledTime,
    collaborators: checkedRow.collaborators,
    shareToFeed: checkedRow.shareToFeed,
    files: checkedRow.urls.map((url) => indexByUrl.get(url) ?? 0),
  }));
  return {
    rows: posts.map(({ row }) => row),
    files: usedFiles,
    uploadQueue,
    body: {
      key: newKey(),
      fit,
      demo,
      instagramAccountId: instagramAccountId ?? undefined,
      posts: postBodies,
    },
  };
}

const UNKNOWN_ERROR = 'Não foi possível agendar os posts. Tente de novo.';

function toFailure(error: unknown, request: BatchRequest) {
  const { code, fields } =
    error instanceof ApiError ? error : { code: 'UNKNOWN', fields: {} as Record<string, string> };
  const rows = Object.entries(fields).flatMap(([field, said]) =>
    findRows(field, request).map(({ id }) => [id, said] as const),
  );
  return { code, message: failureText(error, UNKNOWN_ERROR), rows: new Map(rows) };
}

function findRows(field: string, { rows, body }: BatchRequest): readonly BatchRow[] {
  const [, kind, index] = /^(posts|uploadIds)\.(\d+)/.exec(field) ?? [];
  if (kind === undefined) return [];
  return rows.filter((_, position) =>
    kind === 'posts'
      ? position === Number(index)
      : body.posts[position]?.files.includes(Number(index)),
  );
}
