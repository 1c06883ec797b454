import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { logFields } from './log-fields.ts';

export type Log = Logger;

/**
 * Structured logs, on standard output unless told otherwise; what could carry a secret is left out.
 * A line says which request or job it belongs to.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      // A copy: pino writes what the line itself says into it.
      mixin: () => ({ ...logFields() }),
      // Without its serializer an error is logged as {}.
      serializers: { error: stdSerializers.err },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          '*.access_token',
          '*.token',
          // In which PostgreSQL quotes the row that it refused.
          'error.detail',
        ],
        remove: true,
      },
    },
    destination,
  );
}
