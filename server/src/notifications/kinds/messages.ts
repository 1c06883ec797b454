import { accountMessages, type AccountMessage } from './account-messages.ts';
import { billingMessages, type BillingMessage } from './billing-messages.ts';
import { integrationMessages, type IntegrationMessage } from './integration-messages.ts';
import type { MessageKinds } from './message-kind.ts';
import { teamMessages, type TeamMessage } from './team-messages.ts';

export type UserMessage = AccountMessage | BillingMessage | IntegrationMessage | TeamMessage;

export const messageKinds: MessageKinds<UserMessage> = {
  ...accountMessages,
  ...billingMessages,
  ...integrationMessages,
  ...teamMessages,
};
