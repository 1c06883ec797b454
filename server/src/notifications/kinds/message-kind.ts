import type { EmailSort } from '../../platform/mail/recipients.ts';
import type { WrittenText } from '../../platform/mail/emails.ts';

/** `userId` if it is or was the address of a user: a deletion of that user ends the message. */
export interface Addressee {
  address: string;
  userId?: string | undefined;
}

export type MessageRecipients = { userId: string } | { ownersOf: string } | Addressee;

/** An email of its own to each recipient. No setting turns it off. */
export interface MessageKind<Event> {
  recipients(event: Event): MessageRecipients;
  /** Default: `ordinary`. */
  sort?: EmailSort;
  /**
   * A second message with the same key, of any kind, is not sent. Only for one recipient. Default: each one is
   * sent.
   */
  key?(event: Event): string;
  /** `at` is the time of the event. */
  wording(event: Event, at: Date): WrittenText;
}

export type MessageKinds<Event extends { kind: string }> = {
  [Kind in Event['kind']]: MessageKind<Extract<Event, { kind: Kind }>>;
};

export const toUser = ({ userId }: { userId: string }): MessageRecipients => ({ userId });
export const toOwners = ({ workspaceId }: { workspaceId: string }): MessageRecipients => ({
  ownersOf: workspaceId,
});
export const toAddress = ({ address, userId }: Addressee): MessageRecipients => ({
  address,
  userId,
});
