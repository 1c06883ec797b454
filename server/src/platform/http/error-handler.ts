import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Log } from '../log/log.ts';
import { AppError, failureOf } from './app-error.ts';
import { fieldErrors } from './validation.ts';

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
      // Logs the route, not the path: the path of a link or of an OAuth callback contains a secret.
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

/** An unread body would block the next request on the connection; after a close, the response may be lost. */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
}

/** A client disconnected while it sent a body; no response can reach it. */
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
  if (error.code === 'FST_ERR_BAD_URL') return new AppError('NOT_FOUND');
  if (error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500) {
    return new AppError('VALIDATION');
  }
  return undefined;
}
