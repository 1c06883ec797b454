import { VERIFICATION_LINK_DAYS } from '@pontual/contract/identity/user.ts';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { EmailContent } from '../../platform/mail/email-template.ts';

export function passwordResetEmail(link: { url: string; expiresAt: Date }): EmailContent {
  return {
    title: 'Crie uma nova senha',
    paragraphs: [
      'Alguém pediu para redefinir a senha da sua conta na Pontual. Se foi você, use o botão abaixo.',
      `O link vale por 30 minutos, até ${formatTime(link.expiresAt)} no horário de Brasília, e funciona uma única vez.`,
      'Não foi você? Ignore este e-mail: sua senha continua a mesma.',
    ],
    button: { label: 'Criar nova senha', url: link.url },
  };
}

export const verificationEmail = (url: string): EmailContent => ({
  title: 'Confirme seu e-mail',
  paragraphs: [
    'Alguém criou uma conta na Pontual com este endereço. Se foi você, confirme pelo botão abaixo: até lá, não podemos avisar você de nada por e-mail.',
    `O link vale por ${VERIFICATION_LINK_DAYS} dias e pede que você esteja na sua conta.`,
    'Não foi você? Ignore este e-mail: não mandaremos outros avisos. Se um dia quiser a conta, use “Esqueci minha senha” na página de entrada: ela passa a ser só sua, e quem a criou perde o acesso.',
  ],
  button: { label: 'Confirmar e-mail', url },
});
