import { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { EmailKind } from '../../platform/mail/emails.ts';
import { buildSenderEmail, buildTeamEmail } from './support-emails.presenter.ts';
import {
  createSupportEmailsRepository,
  supportEmailRecipients,
} from './support-emails.repository.ts';

const supportContent = z.object({ messageId: z.uuid(), to: z.enum(supportEmailRecipients) });

/** Of a message to the support: it itself to the team, and an acknowledgement to its sender. */
export function createSupportEmail(deps: {
  database: Database;
  publicUrl: string;
  /** SUPPORT_EMAIL */
  teamEmail: string | undefined;
}): EmailKind {
  const { database, publicUrl, teamEmail } = deps;
  const repository = createSupportEmailsRepository(database.db);
  return {
    async build(content) {
      const { messageId, to } = supportContent.parse(content);
      const message = await repository.find(messageId);
      if (message === undefined) return { emails: [] };
      const record = async (tx: Tx, { areSent }: { areSent: boolean }) => {
        if (areSent) await createSupportEmailsRepository(tx).recordSent(messageId, to);
      };
      if (to === 'sender') {
        return {
          emails: [{ to: [message.email], ...buildSenderEmail(message, publicUrl) }],
          isAddressUnverified: !message.isEmailProven,
          record,
        };
      }
      // This process lacks a setting that another one had.
      if (teamEmail === undefined) throw new Error('SUPPORT_EMAIL is not set');
      const { email: replyTo, isPriority: isUrgent } = message;
      return {
        emails: [{ to: [teamEmail], replyTo, isUrgent, ...buildTeamEmail(message) }],
        record,
      };
    },
  };
}
