import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Log } from '../log/log.ts';
import { AppError, failureOf } from './app-error.ts';
import { fieldErrors } from './validation.ts';

/** The one place where a thrown error becomes an answer. */
export function createErrorHandler(log: Log) {
  return async function handleError(
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const isDisconnected = hasDisconnected(error, request);
    const known = isDisconnected ? new AppError('BODY_CUT_OFF') : toAppError(error);
    if (isDisconnected) log.debug({ route: request.routeOptions.url }, 'a body was cut off');
    if (known === undefined) {
      // Not the address itself: that of a link or of a return holds what opens something.
      const { method, url: route } = request.routeOptions;
      log.error({ error, method, route }, 'unexpected error');
    }
    discardBody(request);
    if (known?.retryAfterMs !== undefined) {
      reply.header('retry-after', Math.ceil(known.retryAfterMs / 1000));
    }
    const { status, body } = failureOf(known ?? new AppError('INTERNAL'));
    return reply.status(status).send(body);
  };
}

/**
 * Lets what is still being sent run into nothing: unread, it would hold up the next request on the
 * same connection; with the connection closed instead, the client may never see the answer.
 */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
}

/** Codes of errors that a client causes which leaves while it sends a body; no answer reaches it. */
const DISCONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'EPIPE',
]);

const hasDisconnected = ({ code }: FastifyError, { raw }: FastifyRequest): boolean =>
  DISCONNECT_CODES.has(code) && raw.destroyed && !raw.complete;

function toAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.split('/').slice(1),
      message: message ?? '',
    }));
    return new AppError('VALIDATION', fieldErrors(issues));
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BODY_TOO_LARGE');
  // What Fastify itself finds wrong with a request: broken JSON, an unknown content type.
  if (error.code === 'FST_ERR_BAD_URL') return new AppError('NOT_FOUND');
  if (error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500) {
    return new AppError('VALIDATION');
  }
  return undefined;
}
