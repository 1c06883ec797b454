import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Database } from './database/database.ts';
import { pgNotify } from './database/pg-notify.ts';
import type { Log } from './log/log.ts';

/** Delivery is best effort, so every use also polls. `work`: the queues have new jobs. */
export type WakeUp = { topic: 'work' } | { topic: 'posts' | 'account'; workspaceId: string };

/** The issues and accounts are read with the posts. */
export const connectionWakeUps = (workspaceId: string): WakeUp[] => [
  { topic: 'account', workspaceId },
  { topic: 'posts', workspaceId },
];

export interface WakeUps {
  send(wakeUps: readonly WakeUp[]): void;
  listen(act: (wakeUp: WakeUp) => void): () => void;
  /** Within this process: the next step of a post has another due time. */
  recheckDue(): void;
  onRecheckDue(act: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'pontual_wake_ups';
const RECONNECT_MS = 1000;
/** PostgreSQL accepts notifications of 8,000 bytes. */
const BATCH_SIZE = 80;

export function createListeners(): Pick<WakeUps, 'listen' | 'recheckDue' | 'onRecheckDue'> & {
  deliver(wakeUps: readonly WakeUp[]): void;
} {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    deliver(wakeUps) {
      for (const wakeUp of wakeUps) emitter.emit('wakeUp', wakeUp);
    },
    listen(act) {
      emitter.on('wakeUp', act);
      return () => emitter.off('wakeUp', act);
    },
    recheckDue: () => void setImmediate(() => emitter.emit('recheckDue')),
    onRecheckDue(act) {
      emitter.on('recheckDue', act);
      return () => emitter.off('recheckDue', act);
    },
  };
}

export async function createWakeUps(database: Database, log: Log): Promise<WakeUps> {
  const { deliver, ...listeners } = createListeners();
  const listener = await listenForNotifications(database.connection, deliver, log);
  return {
    ...listeners,
    send(wakeUps) {
      if (wakeUps.length === 0) return;
      const payloads: string[] = [];
      for (let from = 0; from < wakeUps.length; from += BATCH_SIZE) {
        payloads.push(JSON.stringify(wakeUps.slice(from, from + BATCH_SIZE)));
      }
      pgNotify(database.db, CHANNEL, payloads).catch((error: unknown) =>
        log.warn({ error }, 'a wake-up was not sent'),
      );
    },
    close: listener.close,
  };
}

/** Uses one connection outside the pool, since LISTEN belongs to its session. */
async function listenForNotifications(
  connection: pg.ClientConfig,
  deliver: (wakeUps: readonly WakeUp[]) => void,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const newClient = new pg.Client(connection);
    client = newClient;
    newClient.on('notification', (message) => {
      // Only `send` writes to this channel.
      deliver(JSON.parse(message.payload ?? '[]') as WakeUp[]);
    });
    newClient.on('error', (error) => log.warn({ error }, 'the wake-up connection broke'));
    await newClient.connect();
    await newClient.query(`listen ${CHANNEL}`);
    newClient.on('end', scheduleReconnect);
  }

  function scheduleReconnect(): void {
    if (closed) return;
    setTimeout(() => {
      if (closed) return;
      connect().catch((error: unknown) => {
        log.warn({ error }, 'the wake-up connection could not be opened');
        scheduleReconnect();
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
