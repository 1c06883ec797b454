import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured logs on standard output; what could carry a secret is left out. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.access_token', '*.token'],
      remove: true,
    },
  });
}
