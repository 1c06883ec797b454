import type { UserEmails } from '../../notifications/user-emails.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';
import { createMembersRepository } from './members.repository.ts';

export type NotifyMember = (
  tx: Tx,
  to: string,
  content: Pick<EmailContent, 'title' | 'paragraphs'>,
) => Promise<void>;

export const createNotifyMember =
  (mail: Pick<UserEmails, 'enqueue'>, publicUrl: string): NotifyMember =>
  (tx, to, content) =>
    mail.enqueue(tx, to, {
      kind: 'written',
      email: { ...content, button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` } },
    });

/** Removes API tokens, too. The caller has locked the workspace. */
export async function endMembership(
  tx: Tx,
  workspaceId: string,
  member: { id: string; email: string },
  notify: NotifyMember,
): Promise<void> {
  const members = createMembersRepository(tx);
  const { label } = await members.workspace(workspaceId);
  await members.remove(workspaceId, member.id);
  await recordAudit(tx, { workspaceId, kind: 'members.removed', subjectId: member.id });
  await notify(tx, member.email, removedFromTeamEmail(label));
}

const removedFromTeamEmail = (team: string): Pick<EmailContent, 'title' | 'paragraphs'> => ({
  title: 'Você saiu de uma equipe',
  paragraphs: [
    `Você não faz mais parte da equipe ${team} na Pontual. O que você fez nela continua com a equipe.`,
    'A sua própria conta na Pontual segue como estava.',
  ],
});
