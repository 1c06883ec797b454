import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from '../platform/state/collection.ts';

export type MailMessage = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to; empty where that is the sender. */
  replyTo: string;
  /** Its sender asks for it to be read first. */
  isImportant: boolean;
  /** When it arrived, ISO 8601. */
  date: string;
};

export type Mailbox = {
  all(): MailMessage[];
  find(id: string): MailMessage | undefined;
  add(message: Omit<MailMessage, 'id'>): void;
  reset(): void;
};

/** Opens the one mailbox that all mail of this world ends in. */
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
