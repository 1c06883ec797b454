import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { addressEmail, type EmailKind } from '../../platform/mail/emails.ts';
import { verificationEmail } from './auth-emails.presenter.ts';
import { createVerificationLinksRepository } from './verification-links.repository.ts';

const verificationContent = z.object({ verificationId: z.uuid() });

/** The token is created when the email is sent, so that no table holds it. */
export function createVerificationEmail(deps: {
  database: Database;
  publicUrl: string;
}): EmailKind {
  const { database, publicUrl } = deps;
  const repository = createVerificationLinksRepository(database.db);
  return {
    async build(content, { id, attempts }) {
      const token = newToken();
      const { verificationId } = verificationContent.parse(content);
      const address = await repository.setToken(verificationId, hashToken(token));
      if (address === undefined) return { emails: [] };
      // The fragment is not sent to servers and does not appear in their logs.
      const url = `${publicUrl}/account/verify-email#${token}`;
      const messageId = `email-verification.${id}.${attempts}`;
      const email = { messageId, ...addressEmail(address, verificationEmail(url)) };
      return { emails: [email], sort: 'verification' };
    },
  };
}
