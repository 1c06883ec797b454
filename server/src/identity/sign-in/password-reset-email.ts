import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { EmailKind } from '../../platform/mail/emails.ts';
import { addressEmail } from '../../platform/mail/emails.ts';
import { passwordResetEmail } from './auth-emails.presenter.ts';
import { createPasswordResetRepository } from './password-reset.repository.ts';

const resetContent = z.object({ resetId: z.uuid() });

/** The token is created when the email is sent: no table holds a secret that opens an account. */
export function createPasswordResetEmail(deps: {
  database: Database;
  publicUrl: string;
}): EmailKind {
  const { database, publicUrl } = deps;
  const repository = createPasswordResetRepository(database.db);
  return {
    async build(content, { id, attempts }) {
      const token = newToken();
      const { resetId } = resetContent.parse(content);
      const reset = await repository.setToken(resetId, hashToken(token));
      if (reset === undefined) return { emails: [] };
      const { email, expires_at: expiresAt } = reset;
      const url = `${publicUrl}/reset-password?token=${token}`;
      // A mail program drops one of two equal ids, and only the newest link works.
      const messageId = `password-reset.${id}.${attempts}`;
      return {
        emails: [{ messageId, ...addressEmail(email, passwordResetEmail({ url, expiresAt })) }],
        sort: 'recovery',
      };
    },
  };
}
