import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { AppError, failureOf } from './app-error.ts';
import { networkOf } from './network-of.ts';

export interface BodyLimits {
  jsonMs: number;
  /** An upload must bring at least `uploadBytes` in each span of `uploadMs`. */
  uploadMs: number;
  uploadBytes: number;
  slowAfterMs: number;
  slowPerAddress: number;
  /** Slow uploads do not count for the address, which many users can share. */
  uploadsPerUser: number;
}

export const BODY_LIMITS: BodyLimits = {
  jsonMs: 30_000,
  uploadMs: 60_000,
  uploadBytes: 16 * 1024,
  slowAfterMs: 1_000,
  slowPerAddress: 100,
  uploadsPerUser: 100,
};

const uploadUsers = new WeakMap<IncomingMessage, string>();

export function markAsUpload(raw: IncomingMessage, userId: string): void {
  uploadUsers.set(raw, userId);
}

type BodyErrorCode = 'BODY_TOO_SLOW' | 'TOO_MANY_MISSED' | 'TOO_MANY_UPLOADS';

/** Answers 408 or 429. Checks raw requests, since a body that no route reads counts, too. */
export function limitBodies(
  app: FastifyInstance,
  { limits, clock }: { limits: BodyLimits; clock: Pick<Clock, 'after'> },
): void {
  const addresses = new WeakMap<IncomingMessage, string>();
  const slowBodies = new Map<string, number>();
  app.addHook('onRequest', async ({ raw, ip }) => void addresses.set(raw, ip));

  function countSlowBody(raw: IncomingMessage): BodyErrorCode | undefined {
    const user = uploadUsers.get(raw);
    const client = user ?? networkOf(addresses.get(raw) ?? raw.socket.remoteAddress ?? '');
    const before = slowBodies.get(client) ?? 0;
    if (user !== undefined && before >= limits.uploadsPerUser) return 'TOO_MANY_UPLOADS';
    if (user === undefined && before >= limits.slowPerAddress) return 'TOO_MANY_MISSED';
    slowBodies.set(client, before + 1);
    raw.once('close', () => {
      const remaining = (slowBodies.get(client) ?? 1) - 1;
      if (remaining === 0) slowBodies.delete(client);
      else slowBodies.set(client, remaining);
    });
    return undefined;
  }

  /** Bytes have arrived and are unread: the server is slow, not the sender. */
  const waitsForServer = (raw: IncomingMessage) => raw.readableLength > 0;

  app.server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(raw)) return;
    let cancel = () => {};
    const watch = (ms: number, check: () => void) => {
      cancel = clock.after(ms, () => {
        if (!raw.complete && !raw.destroyed) check();
      });
    };
    const refuse = (code: BodyErrorCode) => rejectBody(raw, response, code);
    const watchUpload = () => {
      const before = raw.socket.bytesRead;
      watch(limits.uploadMs, () => {
        const hasProgress = raw.socket.bytesRead - before >= limits.uploadBytes;
        if (hasProgress || waitsForServer(raw)) watchUpload();
        else refuse('BODY_TOO_SLOW');
      });
    };
    const watchJson = () => {
      watch(limits.jsonMs - limits.slowAfterMs, () => {
        // With a slow database, authentication marks the request as an upload only after a while.
        if (uploadUsers.has(raw)) watchUpload();
        else if (waitsForServer(raw)) watchJson();
        else refuse('BODY_TOO_SLOW');
      });
    };
    watch(limits.slowAfterMs, () => {
      const refusal = countSlowBody(raw);
      if (refusal !== undefined) refuse(refusal);
      else if (uploadUsers.has(raw)) watchUpload();
      else watchJson();
    });
    raw.once('close', () => cancel());
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function rejectBody(raw: IncomingMessage, response: ServerResponse, code: BodyErrorCode): void {
  if (response.headersSent) {
    raw.socket.destroy();
    return;
  }
  const { status, body } = failureOf(new AppError(code));
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(text);
}
