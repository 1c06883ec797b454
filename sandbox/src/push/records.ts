import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from '../platform/state/collection.ts';

/** A browser subscription; its private keys are stored here, as in the browser. */
export type PushSubscription = {
  id: string;
  applicationServerKey: string;
  p256dh: string;
  privateKey: string;
  auth: string;
  isExpired: boolean;
};

export type PushMessage = {
  id: string;
  subscription: string;
  endpoint: string;
  /** Parsed JSON, or the text unchanged. */
  payload: unknown;
  ttl: number;
  urgency: string;
  topic: string | null;
  /** The sender, as claimed in the token. */
  subject: string;
  /** Arrival time, ISO 8601. */
  date: string;
};

export type PushRecords = ReturnType<typeof openPushRecords>;

export function openPushRecords(database: DatabaseSync) {
  const subscriptions = openCollection<PushSubscription>(database, 'push-subscriptions');
  const messages = openCollection<PushMessage>(database, 'push-messages');
  let lastId = Math.max(0, ...messages.all().map(({ id }) => Number(id)));
  return {
    subscriptions,
    messages: () => messages.all(),
    addMessage: (message: Omit<PushMessage, 'id'>): PushMessage => {
      lastId += 1;
      const stored = { id: String(lastId), ...message };
      messages.put(stored);
      return stored;
    },
    reset: () => {
      subscriptions.clear();
      messages.clear();
      lastId = 0;
    },
  };
}
