import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from '../platform/state/collection.ts';

export type MailMessage = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string;
  isImportant: boolean;
  /** Arrival time, ISO 8601. */
  date: string;
};

export type Mailbox = {
  all(): MailMessage[];
  find(id: string): MailMessage | undefined;
  add(message: Omit<MailMessage, 'id'>): void;
  reset(): void;
};

export function openMailbox(database: DatabaseSync): Mailbox {
  const messages = openCollection<MailMessage>(database, 'mail');
  let lastId = Math.max(0, ...messages.all().map(({ id }) => Number(id)));
  return {
    all: () => messages.all(),
    find: (id) => messages.get(id),
    add: (message) => {
      lastId += 1;
      messages.put({ id: String(lastId), ...message });
    },
    reset: () => {
      messages.clear();
      lastId = 0;
    },
  };
}
