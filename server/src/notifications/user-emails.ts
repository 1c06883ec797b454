import { EMAIL_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { renderEmail, type EmailContent } from '../platform/mail/email-template.ts';
import { enqueueWrittenEmail } from '../platform/mail/emails.ts';
import type { Mailer } from '../platform/mail/mailer.ts';

export type UserEmails = ReturnType<typeof createUserEmails>;

/** Sent regardless of the notification settings. */
type UserEmailContent =
  | { kind: 'password-changed' }
  | { kind: 'email-requested' | 'email-changed'; newEmail: string }
  | { kind: 'written'; email: EmailContent };

export function createUserEmails(deps: {
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { mailer, publicUrl, clock } = deps;

  return {
    async enqueue(tx: Tx, to: string, content: UserEmailContent): Promise<void> {
      const email =
        content.kind === 'written'
          ? content.email
          : {
              ...emailTextFor(content, clock.now()),
              button: { label: 'Abrir Sua conta', url: `${publicUrl}/account` },
            };
      await enqueueWrittenEmail(tx, { key: newId(), to, email });
    },

    /** At once, because the outbox would store the token. @throws MailError */
    sendLink(to: string, token: string): Promise<void> {
      const email: EmailContent = {
        title: 'Confirme seu novo e-mail',
        paragraphs: [
          `Este endereço foi pedido como novo e-mail de uma conta da Pontual. Para confirmar, abra o link em até ${EMAIL_LINK_MINUTES} minutos.`,
          'Se não foi você, ignore esta mensagem: nada muda.',
        ],
        // The fragment is not sent to servers and does not appear in their logs.
        button: { label: 'Confirmar e-mail', url: `${publicUrl}/account/confirm-email#${token}` },
      };
      const messageId = `confirmar.${newId()}`;
      return mailer.send({ to: [to], subject: email.title, messageId, ...renderEmail(email) });
    },
  };
}

function emailTextFor(
  content: Exclude<UserEmailContent, { kind: 'written' }>,
  at: Date,
): Pick<EmailContent, 'title' | 'paragraphs'> {
  const when = `${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília)`;
  switch (content.kind) {
    case 'password-changed':
      return {
        title: 'Sua senha foi alterada',
        paragraphs: [
          `A senha da sua conta na Pontual foi alterada em ${when}. Os outros dispositivos saíram da conta.`,
          'Se não foi você, crie uma senha nova agora em “Esqueci minha senha”, na página de entrada.',
        ],
      };
    case 'email-requested':
      return {
        title: 'Troca do e-mail da sua conta',
        paragraphs: [
          `Em ${when}, alguém com a senha da sua conta na Pontual pediu para trocar o e-mail dela para ${content.newEmail}. Até que o novo seja confirmado, este continua valendo.`,
          'Se não foi você, troque sua senha agora: o pedido deixa de valer na hora.',
        ],
      };
    case 'email-changed':
      return {
        title: 'O e-mail da sua conta foi trocado',
        paragraphs: [
          `Em ${when}, sua conta na Pontual passou a usar ${content.newEmail}. Este endereço não entra mais nela, e os outros dispositivos saíram.`,
          'Se não foi você, fale conosco o quanto antes.',
        ],
      };
  }
}
