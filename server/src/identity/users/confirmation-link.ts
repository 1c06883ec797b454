import { EMAIL_LINK_MINUTES } from '@pontual/contract/identity/user.ts';
import { newId } from '../../platform/ids.ts';
import { addressEmail } from '../../platform/mail/emails.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';

export type SendConfirmationLink = ReturnType<typeof createSendConfirmationLink>;

/** Sends at once, because the outbox would store the token. @throws MailError */
export function createSendConfirmationLink(deps: {
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
}) {
  const { mailer, publicUrl } = deps;
  return (to: string, token: string): Promise<void> => {
    const email = addressEmail(to, {
      title: 'Confirme seu novo e-mail',
      paragraphs: [
        `Este endereço foi pedido como novo e-mail de uma conta da Pontual. Para confirmar, abra o link em até ${EMAIL_LINK_MINUTES} minutos.`,
        'Se não foi você, ignore esta mensagem: nada muda.',
      ],
      // The fragment is not sent to servers and does not appear in their logs.
      button: { label: 'Confirmar e-mail', url: `${publicUrl}/account/confirm-email#${token}` },
    });
    return mailer.send({ ...email, messageId: `confirmar.${newId()}` });
  };
}
