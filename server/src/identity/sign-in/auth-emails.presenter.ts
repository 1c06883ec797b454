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
