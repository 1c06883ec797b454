import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from '../platform/state/collection.ts';

/** A browser that can be reached here: its keys stay here, as they would in the browser. */
export type PushSubscription = {
  id: string;
  /** The application that may send there, by its public key. */
  applicationServerKey: string;
  p256dh: string;
  privateKey: string;
  auth: string;
  isExpired: boolean;
};

/** A message as it arrived, decrypted. */
export type PushMessage = {
  id: string;
  subscription: string;
  endpoint: string;
  /** What was in it: JSON, or the text as it is. */
  payload: unknown;
  ttl: number;
  urgency: string;
  topic: string | null;
  /** Who says to have sent it. */
  subject: string;
  /** When it arrived, ISO 8601. */
  date: string;
};

export type PushRecords = ReturnType<typeof openPushRecords>;

/** Opens what the push service remembers. */
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
