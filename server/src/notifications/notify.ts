import { databaseNow } from '../platform/database/database-now.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { enqueueEmails, writtenTo, type NewEmail } from '../platform/mail/emails.ts';
import { builtEmails, type BuiltEmail } from './kinds/built-emails.ts';
import type { MessageKinds } from './kinds/message-kind.ts';
import { messageKinds, type UserMessage } from './kinds/messages.ts';
import {
  workspaceKinds,
  type WorkspaceKinds,
  type WorkspaceNotification,
} from './kinds/workspace-notifications.ts';
import { createNotificationsRepository, type NewNotification } from './notifications.repository.ts';

export type NotificationEvent = UserMessage | WorkspaceNotification | BuiltEmail;

/** Combines the notifications of the same moment in one email. */
const COLLECT_SECONDS = 5;
/** An older notification is of no use; the app shows the issue. */
const LIFETIME_SECONDS = 24 * 3600;

/**
 * Stores what has to be sent about events, in the transaction of their cause. The folder `kinds` says for each
 * kind of event which users get it, by which channels and in which words (decision 035).
 */
export async function notify(tx: Db | Tx, ...events: readonly NotificationEvent[]): Promise<void> {
  const emails: NewEmail[] = [];
  const notifications: NewNotification[] = [];
  for (const event of events) {
    if (isOf(builtEmails, event)) emails.push(buildLater(event));
    else if (isOf(messageKinds, event)) emails.push(...(await writeMessage(tx, event)));
    else notifications.push(toNotification(event));
  }
  emails.push(...(await storeNotifications(tx, notifications)));
  await enqueueEmails(tx, emails);
}

const isOf = <Kind extends NotificationEvent['kind']>(
  table: Readonly<Record<Kind, unknown>>,
  event: NotificationEvent,
): event is Extract<NotificationEvent, { kind: Kind }> => event.kind in table;

function buildLater<Kind extends BuiltEmail['kind']>(
  event: Extract<BuiltEmail, { kind: Kind }>,
): NewEmail {
  const build: (typeof builtEmails)[Kind] = builtEmails[event.kind];
  return build(event);
}

async function writeMessage<Kind extends UserMessage['kind']>(
  tx: Db | Tx,
  event: Extract<UserMessage, { kind: Kind }>,
): Promise<NewEmail[]> {
  const kind: MessageKinds<UserMessage>[Kind] = messageKinds[event.kind];
  const text = kind.wording(event, await databaseNow(tx));
  const addressees = await createNotificationsRepository(tx).findAddressees(kind.recipients(event));
  return addressees.map(({ address, userId }) => ({
    kind: 'written',
    key: kind.key?.(event) ?? newId(),
    content: writtenTo(address, text, kind.sort),
    userId,
  }));
}

function toNotification<Kind extends WorkspaceNotification['kind']>(
  event: Extract<WorkspaceNotification, { kind: Kind }>,
): NewNotification {
  const kind: WorkspaceKinds[Kind] = workspaceKinds[event.kind];
  return { workspaceId: event.workspaceId, code: event.kind, ...kind.content(event) };
}

async function storeNotifications(
  tx: Db | Tx,
  notifications: readonly NewNotification[],
): Promise<NewEmail[]> {
  if (notifications.length === 0) return [];
  const workspaceIds = await createNotificationsRepository(tx).insert(notifications);
  return workspaceIds.map((workspaceId) => ({
    kind: 'notifications',
    key: newId(),
    content: { workspaceId },
    workspaceId,
    delaySeconds: COLLECT_SECONDS,
    lifetimeSeconds: LIFETIME_SECONDS,
  }));
}
