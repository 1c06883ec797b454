import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { logFields } from './log-fields.ts';

export type Log = Logger;

export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      // A copy, because pino adds the fields of the line to the object.
      mixin: () => ({ ...logFields() }),
      // Without a serializer, pino logs an error as {}.
      serializers: { error: stdSerializers.err },
      // Every field that could contain a secret is removed.
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          '*.access_token',
          '*.token',
          // PostgreSQL quotes the refused row in this field.
          'error.detail',
        ],
        remove: true,
      },
    },
    destination,
  );
}
