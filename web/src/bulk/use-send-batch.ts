import type { Batch, createBatch } from '@pontual/contract/bulk.ts';
import type { CallOf } from '@pontual/contract/endpoint.ts';
import type { Fit } from '@pontual/contract/media-fit.ts';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { networkError } from '../api/client.ts';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { newKey } from '../posts/create/new-key.ts';
import type { Outbox } from '../posts/create/uploads/outbox.ts';
import { useCreateBatch, type Checked } from './bulk.queries.ts';
import type { Row } from './plan-rows.ts';
import { mayBeMade } from './unanswered-batch.ts';

/** A post that is ready to be made. */
export interface ReadyPost {
  row: Row;
  checked: Checked & { scheduledTime: string };
}

export type SendState =
  | { state: 'idle' }
  /** `fraction` of the files has arrived; null once all have, and the posts are being written. */
  | { state: 'sending'; fraction: number | null }
  | {
      state: 'failed';
      code: string;
      message: string;
      rows: ReadonlyMap<string, string>;
      /** No answer came: the posts may be there. */
      mayExist: boolean;
    };

interface Wish {
  posts: readonly ReadyPost[];
  files: readonly PickedFile[];
  outbox: Outbox;
  fit: Fit;
  demo: boolean;
  /** Null: the first one's. */
  account: string | null;
}

/** What is asked, word by word: only so does its key make nothing twice. */
interface Order {
  rows: readonly Row[];
  files: readonly PickedFile[];
  outbox: Outbox;
  body: Omit<CallOf<typeof createBatch>['body'], 'uploadIds'>;
}

/** Sends files and then posts. What no answer came of is held, and can only be sent again as it was. */
export function useSendBatch(onDone: (batch: Batch) => void) {
  const { mutateAsync } = useCreateBatch();
  const [sending, setSending] = useState<SendState>({ state: 'idle' });
  const [held, setHeld] = useState<Order | null>(null);

  const deliver = async (order: Order, isRepeat: boolean) => {
    const { files, outbox, body } = order;
    let isSent = false;
    setHeld(order);
    setSending({ state: 'sending', fraction: 0 });
    try {
      // Files would wait unseen for a line that the browser says is not there.
      if (!navigator.onLine) throw networkError();
      const uploadIds = await outbox.arrival(files, {
        signal: undefined,
        onFraction: (fraction) => setSending({ state: 'sending', fraction }),
      });
      setSending({ state: 'sending', fraction: null });
      isSent = true;
      const batch = await mutateAsync({ ...body, uploadIds });
      setHeld(null);
      setSending({ state: 'idle' });
      onDone(batch);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND') outbox.startOver();
      const mayExist = mayBeMade(error, { isSent, isRepeat });
      if (!mayExist) setHeld(null);
      setSending({ state: 'failed', mayExist, ...toldOf(error, order) });
    }
  };
  return {
    sending,
    /** What is on its way, or may have arrived. */
    held,
    send: (wish: Wish) => deliver(orderOf(wish), false),
    /** The same once more, whatever has changed since. */
    retry: () => (held === null ? undefined : deliver(held, true)),
    dismiss: () => setSending({ state: 'idle' }),
  };
}

function orderOf({ posts, files, outbox, fit, demo, account }: Wish): Order {
  const used = new Set(posts.flatMap(({ checked }) => checked.urls));
  const wanted = files.filter(({ url }) => used.has(url));
  const at = new Map(wanted.map(({ url }, index) => [url, index]));
  const said = posts.map(({ row, checked }) => ({
    mediaType: checked.mediaType,
    caption: row.line.caption,
    scheduledTime: checked.scheduledTime,
    collaborators: checked.collaborators,
    shareToFeed: checked.shareToFeed,
    files: checked.urls.map((url) => at.get(url) ?? 0),
  }));
  return {
    rows: posts.map(({ row }) => row),
    files: wanted,
    outbox,
    body: { key: newKey(), fit, demo, instagramAccountId: account ?? undefined, posts: said },
  };
}

const UNKNOWN = 'Não foi possível agendar os posts. Tente de novo.';

/** What a failure says, of all of them and of each. */
function toldOf(error: unknown, order: Order) {
  if (!(error instanceof ApiError)) {
    return { code: 'UNKNOWN', message: UNKNOWN, rows: new Map<string, string>() };
  }
  const { code, message, fields } = error;
  const rows = Object.entries(fields).flatMap(([field, said]) =>
    rowsOf(field, order).map(({ id }) => [id, said] as const),
  );
  return { code, message: code === 'INTERNAL' ? UNKNOWN : message, rows: new Map(rows) };
}

/** Which posts are meant by `posts.3`, or by `uploadIds.3`, a file that they show. */
function rowsOf(field: string, { rows, body }: Order): readonly Row[] {
  const [, kind, index] = /^(posts|uploadIds)\.(\d+)/.exec(field) ?? [];
  if (kind === undefined) return [];
  return rows.filter((_, position) =>
    kind === 'posts'
      ? position === Number(index)
      : body.posts[position]?.files.includes(Number(index)),
  );
}
