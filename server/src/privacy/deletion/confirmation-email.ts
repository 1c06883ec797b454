import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { renderEmail, type EmailContent } from '../../platform/mail/email-template.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createDeletionRepository, NOTIFICATION_LEASE_MS } from './deletion.repository.ts';
import type { DeletionStep } from './saga.ts';

const RETRY_MS = 5 * 60_000;
/** The address is deleted then even if no email could be sent. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

const confirmationEmail: Omit<EmailContent, 'button'> = {
  title: 'Sua conta foi excluída',
  paragraphs: [
    'A exclusão que você pediu terminou. Apagamos sua conta na Pontual, os posts, as fotos e os vídeos, as credenciais do Instagram e os avisos. O que ainda não tinha saído não será publicado.',
    'Os posts que já saíram continuam no seu Instagram: apague-os lá, se quiser.',
    'Ficam só os registros de acesso (endereço IP, data e hora), pelos 6 meses que a lei manda (Lei 12.965/2014, art. 15), e os documentos fiscais de planos pagos. Este endereço foi apagado com o resto e pode ser usado em uma conta nova.',
  ],
};

export function createConfirmationEmailStep(deps: {
  database: Database;
  jobs: Pick<Jobs, 'forgetEnded'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  log: Log;
}): DeletionStep {
  const { database, jobs, mailer, publicUrl, log } = deps;
  const repository = createDeletionRepository(database.db);
  return {
    name: 'tell',
    async run({ id, code, email, step_ms: stepMs }) {
      if (email === null) return undefined;
      // The claim stays until the deletion is finished, so that the email is sent once.
      if (!(await repository.claimNotification(id))) return NOTIFICATION_LEASE_MS;
      await jobs.forgetEnded('user-email', { to: email });
      await jobs.forgetEnded('user-email', { content: { newEmail: email } });
      const url = `${publicUrl}/exclusao-de-dados/${code}`;
      const button = { label: 'Ver a exclusão', url };
      try {
        await mailer.send({
          to: [email],
          subject: confirmationEmail.title,
          messageId: `exclusao.${id}`,
          ...renderEmail({ ...confirmationEmail, button }),
        });
        return undefined;
      } catch (error) {
        await repository.releaseNotification(id);
        const isOver = stepMs > GIVE_UP_MS;
        log.warn(
          { error, deletionId: id, isOver },
          'the confirmation of a deletion could not be sent',
        );
        return isOver ? undefined : RETRY_MS;
      }
    },
  };
}
