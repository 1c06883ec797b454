import { confirmEmail } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { EmailLinkPage } from './verification/email-link-page.tsx';

/** The link that was sent to a new address. */
export const ConfirmEmailPage = () => (
  <EmailLinkPage
    lead="Sua conta passa a usar este endereço, e os outros dispositivos saem dela."
    topic="Troca do e-mail da sua conta."
    confirm={async (token) => {
      const { email } = await call(confirmEmail, { body: { token } });
      return `A partir de agora você entra com ${email}.`;
    }}
  />
);
