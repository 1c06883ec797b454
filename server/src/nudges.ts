import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

/**
 * What one process tells the others, best effort: nobody may rely on hearing it, a poll stands
 * behind every use. `work`: the queues have something new. `posts`/`account`: something of this
 * workspace changed.
 */
export type Nudge = { topic: 'work' } | { topic: 'posts' | 'account'; workspaceId: string };

/** An Instagram account of the workspace's has changed: needs and accounts are read with the posts. */
export const connectionNudges = (workspaceId: string): Nudge[] => [
  { topic: 'account', workspaceId },
  { topic: 'posts', workspaceId },
];

export interface Nudges {
  send(nudges: readonly Nudge[]): void;
  /** Answers how to stop listening. */
  listen(act: (nudge: Nudge) => void): () => void;
  /** Tells this process alone, at no cost, that the next step of some post is due at another time. */
  lookAgain(): void;
  onLookAgain(act: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'pontual_nudges';
const RECONNECT_MS = 1000;
/** Nudges in one notification: PostgreSQL takes 8,000 bytes. */
const TOGETHER = 80;

/** The part of nudges that stays within this process; `hear` hands on what was sent. */
export function createListeners(): Pick<Nudges, 'listen' | 'lookAgain' | 'onLookAgain'> & {
  hear(nudges: readonly Nudge[]): void;
} {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    hear(nudges) {
      for (const nudge of nudges) emitter.emit('nudge', nudge);
    },
    listen(act) {
      emitter.on('nudge', act);
      return () => emitter.off('nudge', act);
    },
    lookAgain: () => void setImmediate(() => emitter.emit('look')),
    onLookAgain(act) {
      emitter.on('look', act);
      return () => emitter.off('look', act);
    },
  };
}

/** Tells all processes of an installation, by LISTEN and NOTIFY. */
export async function createNudges(database: Database, log: Log): Promise<Nudges> {
  const { hear, ...listeners } = createListeners();
  const listener = await listenForNotifications(database.connection, hear, log);
  return {
    ...listeners,
    send(sent) {
      if (sent.length === 0) return;
      const payloads: string[] = [];
      for (let from = 0; from < sent.length; from += TOGETHER) {
        payloads.push(JSON.stringify(sent.slice(from, from + TOGETHER)));
      }
      sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`
        .execute(database.db)
        .catch((error: unknown) => log.warn({ error }, 'a nudge was not sent'));
    },
    close: listener.close,
  };
}

/** Holds one connection outside the pool, since LISTEN belongs to its session. */
async function listenForNotifications(
  connection: pg.ClientConfig,
  hear: (nudges: readonly Nudge[]) => void,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const opened = new pg.Client(connection);
    client = opened;
    opened.on('notification', (message) => {
      // Only `send` writes to this channel.
      hear(JSON.parse(message.payload ?? '[]') as Nudge[]);
    });
    // A connection that breaks reports it here and then ends.
    opened.on('error', (error) => log.warn({ error }, 'the nudge connection broke'));
    await opened.connect();
    await opened.query(`listen ${CHANNEL}`);
    opened.on('end', reconnectLater);
  }

  function reconnectLater(): void {
    if (closed) return;
    setTimeout(() => {
      if (closed) return;
      connect().catch((error: unknown) => {
        log.warn({ error }, 'the nudge connection could not be opened');
        reconnectLater();
      });
    }, RECONNECT_MS).unref();
  }

  await connect();
  return {
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
