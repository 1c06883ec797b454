import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Structured logs, on standard output unless told otherwise; what could carry a secret is left out. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
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
