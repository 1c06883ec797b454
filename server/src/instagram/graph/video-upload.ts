import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { PublishingAccount } from './publishing-account.ts';
import type { Transport } from './transport.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CallResult, MeasuredCall } from './graph.ts';

/** The bytes are read while they are sent, so that no file is held in memory. */
export interface VideoBytes {
  size: number;
  readFrom(start: number): Promise<Readable>;
}

/**
 * `interrupted`: some bytes may have arrived, and the rest can be sent later. `refused`: this container gets no
 * bytes.
 */
export type UploadResult = 'uploaded' | 'interrupted' | 'refused';

/** A connection that sends less than this in such a time is given up: others wait for the slot. */
const STALL_MS = 30_000;
const MIN_STALL_BYTES = 1_000_000;
/** Instagram answers after the last byte. */
const ANSWER_MS = 60_000;
/** Others wait for the slot; the rest is sent in the next turn. */
const TURN_MS = 10 * 60_000;

const UPLOAD_PATH = '/ig-api-upload/';

export type SendVideo = ReturnType<typeof createVideoUpload>;

const uploadAnswer = z.union([
  z.object({ success: z.literal(true) }),
  z.object({ debug_info: z.object({ retriable: z.boolean().optional(), type: z.string() }) }),
]);

/** Documented for the reels of pages (docs/instagram.md, Media). */
const RESUMABLE_ERRORS = new Set(['OffsetInvalidError', 'PartialRequestError']);

export function createVideoUpload(
  uploadUrl: string,
  {
    clock,
    transport,
    onCall,
    log,
  }: {
    clock: Clock;
    transport: Transport;
    onCall: (call: MeasuredCall) => void;
    log: Pick<Log, 'warn'>;
  },
) {
  const { origin } = new URL(uploadUrl);

  /** A token goes to no other host, whatever Instagram answers. */
  const isTrusted = (uri: string): boolean =>
    URL.canParse(uri) &&
    new URL(uri).origin === origin &&
    new URL(uri).pathname.startsWith(UPLOAD_PATH);

  return async function upload(
    { token }: Pick<PublishingAccount, 'token'>,
    uri: string,
    bytes: VideoBytes,
    offset: number,
    signal: AbortSignal,
  ): Promise<UploadResult> {
    if (!isTrusted(uri)) return 'refused';
    // Instagram has all bytes, and has not checked them yet.
    if (offset >= bytes.size) return 'interrupted';
    const watch = watchProgress(clock, signal);
    const startedAt = clock.monotonicMs();
    let result: CallResult = 'no_answer';
    let source: Readable | undefined;
    try {
      source = await bytes.readFrom(offset);
      const { status, text } = await transport({
        url: uri,
        method: 'POST',
        headers: {
          authorization: `OAuth ${token}`,
          offset: String(offset),
          file_size: String(bytes.size),
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.size - offset),
        },
        body: watch.through(source),
        signal: watch.signal,
      });
      const answer = uploadAnswer.safeParse(parseJson(text)).data;
      if (answer === undefined) {
        log.warn({ status }, 'an upload got no known answer');
        return 'interrupted';
      }
      if ('success' in answer) {
        result = 'ok';
        return 'uploaded';
      }
      result = 'refused';
      const { retriable = false, type } = answer.debug_info;
      log.warn({ status, type, retriable }, 'Instagram refused the bytes of a video');
      return retriable || RESUMABLE_ERRORS.has(type) ? 'interrupted' : 'refused';
    } catch {
      return 'interrupted';
    } finally {
      if (!signal.aborted)
        onCall({ kind: 'upload', result, tookMs: clock.monotonicMs() - startedAt });
      watch.end();
      source?.destroy();
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function watchProgress(clock: Clock, outer: AbortSignal) {
  const stop = new AbortController();
  const cancelTurn = clock.after(TURN_MS, () => stop.abort());
  let cancelStall = clock.after(STALL_MS, () => stop.abort());
  const expectWithin = (ms: number) => {
    cancelStall();
    cancelStall = clock.after(ms, () => stop.abort());
  };
  async function* watched(source: Readable): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      yield chunk;
      sent += chunk.length;
      if (sent < MIN_STALL_BYTES) continue;
      sent = 0;
      expectWithin(STALL_MS);
    }
    expectWithin(ANSWER_MS);
  }
  return {
    signal: AbortSignal.any([outer, stop.signal]),
    through: (source: Readable) => Readable.from(watched(source), { objectMode: false }),
    end(): void {
      cancelTurn();
      cancelStall();
    },
  };
}
