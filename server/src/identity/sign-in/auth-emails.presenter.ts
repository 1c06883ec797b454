import { formatDayMonth, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { removedAccessParagraph, type RemovedAccess } from '../../notifications/removed-access.presenter.ts';
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

export function firstPasswordEmail(
  changed: { at: Date; recoverUrl: string },
  cleared: RemovedAccess,
): EmailContent {
  const { at, recoverUrl } = changed;
  return {
    title: 'Sua senha foi alterada',
    paragraphs: [
      `A senha da sua conta na Pontual foi alterada em ${formatDayMonth(at)}, ${formatTime(at)} (horário de Brasília). Quem estava na conta com a senha antiga precisa entrar de novo.`,
      removedAccessParagraph(cleared),
      'Não foi você? Redefina a senha agora mesmo pelo botão abaixo e confira quem tem acesso ao seu e-mail.',
    ],
    button: { label: 'Redefinir senha', url: recoverUrl },
  };
}

/** The owner must notice a change by another person. */
export function passwordChangedEmail(changed: { at: Date; recoverUrl: string }): EmailContent {
  const { at, recoverUrl } = changed;
  return {
    title: 'Sua senha foi alterada',
    paragraphs: [
      `A senha da sua conta na Pontual foi alterada em ${formatDayMonth(at)}, ${formatTime(at)} (horário de Brasília). Quem estava na conta com a senha antiga precisa entrar de novo.`,
      'Foi você? Então não há nada a fazer. Se você desconfia de alguém, confira também em Pessoas quem é da equipe e em Programas os webhooks: uma senha nova não tira ninguém.',
      'Não foi você? Redefina a senha agora mesmo pelo botão abaixo e confira quem tem acesso ao seu e-mail.',
    ],
    button: { label: 'Redefinir senha', url: recoverUrl },
  };
}
