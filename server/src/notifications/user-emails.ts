import type { UserEmailContent, UserEmailJob } from '../platform/mail/user-email-job.ts';
import { EMAIL_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { renderEmail, type EmailContent } from '../platform/mail/email-template.ts';
import type { Mailer } from '../platform/mail/mailer.ts';

export type UserEmails = ReturnType<typeof createUserEmails>;

export function createUserEmails(deps: {
  jobs: Pick<Jobs, 'send'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}) {
  const { jobs, mailer, publicUrl, clock } = deps;
  const send = (to: string, messageId: string, email: EmailContent) =>
    mailer.send({ to: [to], subject: email.title, messageId, ...renderEmail(email) });

  return {
    async enqueue(tx: Tx, to: string, content: UserEmailContent): Promise<void> {
      const data = { id: newId(), to, at: clock.now().toISOString(), content };
      await jobs.send(tx, 'user-email', [{ data }]);
    },

    deliver: (job: UserEmailJob) =>
      send(
        job.to,
        `conta.${job.id}`,
        job.content.kind === 'written'
          ? job.content.email
          : {
              ...emailTextFor(job.content, new Date(job.at)),
              button: { label: 'Abrir Sua conta', url: `${publicUrl}/account` },
            },
      ),

    /** At once, because a job would store the token. @throws MailError */
    sendLink: (to: string, token: string) =>
      send(to, `confirmar.${newId()}`, {
        title: 'Confirme seu novo e-mail',
        paragraphs: [
          `Este endereço foi pedido como novo e-mail de uma conta da Pontual. Para confirmar, abra o link em até ${EMAIL_LINK_MINUTES} minutos.`,
          'Se não foi você, ignore esta mensagem: nada muda.',
        ],
        // The fragment is not sent to servers and does not appear in their logs.
        button: { label: 'Confirmar e-mail', url: `${publicUrl}/account/confirm-email#${token}` },
      }),
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
