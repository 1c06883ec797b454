import type { Database } from '../../platform/database/database.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';
import { enqueueWrittenEmail } from '../../platform/mail/emails.ts';
import type { DeletionStep } from './saga.ts';

const confirmationEmail: Omit<EmailContent, 'button'> = {
  title: 'Sua conta foi excluída',
  paragraphs: [
    'A exclusão que você pediu terminou. Apagamos sua conta na Pontual, os posts, as fotos e os vídeos, as credenciais do Instagram e os avisos. O que ainda não tinha saído não será publicado.',
    'Os posts que já saíram continuam no seu Instagram: apague-os lá, se quiser.',
    'Ficam só os registros de acesso (endereço IP, data e hora), pelos 6 meses que a lei manda (Lei 12.965/2014, art. 15), e os documentos fiscais de planos pagos. Este endereço foi apagado com o resto e pode ser usado em uma conta nova.',
  ],
};

/** The outbox erases the address once the email is sent, or given up after three days. */
export function createConfirmationEmailStep({
  database,
  publicUrl,
}: {
  database: Database;
  publicUrl: string;
}): DeletionStep {
  return {
    name: 'tell',
    async run({ id, code, email: to }) {
      if (to === null) return undefined;
      const button = { label: 'Ver a exclusão', url: `${publicUrl}/exclusao-de-dados/${code}` };
      const email = { ...confirmationEmail, button };
      await enqueueWrittenEmail(database.db, { key: `deletion ${id}`, to, email });
      return undefined;
    },
  };
}
