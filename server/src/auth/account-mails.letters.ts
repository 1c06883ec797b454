import { formatDayMonth, formatTime } from '@pontual/contract/brasilia-time.ts';
import { clearedParagraph, type ClearedOut } from './first-proof.words.ts';
import { renderMail, type Letter } from '../mail/mail-template.ts';

interface Composed {
  subject: string;
  html: string;
  text: string;
}

const compose = (letter: Letter): Composed => ({ subject: letter.title, ...renderMail(letter) });

/** The link that lets its holder choose a new password. */
export function resetLetter(link: { url: string; expiresAt: Date }): Composed {
  return compose({
    title: 'Crie uma nova senha',
    paragraphs: [
      'Alguém pediu para redefinir a senha da sua conta na Pontual. Se foi você, use o botão abaixo.',
      `O link vale por 30 minutos, até ${formatTime(link.expiresAt)} no horário de Brasília, e funciona uma única vez.`,
      'Não foi você? Ignore este e-mail: sua senha continua a mesma.',
    ],
    button: { label: 'Criar nova senha', url: link.url },
  });
}

/** Told after the first reset by mail, which proved the address: what was cleared out of the account. */
export function firstPasswordLetter(
  changed: { at: Date; recoverUrl: string },
  cleared: ClearedOut,
): Letter {
  const { at, recoverUrl } = changed;
  return {
    title: 'Sua senha foi alterada',
    paragraphs: [
      `A senha da sua conta na Pontual foi alterada em ${formatDayMonth(at)}, ${formatTime(at)} (horário de Brasília). Quem estava na conta com a senha antiga precisa entrar de novo.`,
      clearedParagraph(cleared),
      'Não foi você? Redefina a senha agora mesmo pelo botão abaixo e confira quem tem acesso ao seu e-mail.',
    ],
    button: { label: 'Redefinir senha', url: recoverUrl },
  };
}

/** Told after the fact, so that an owner notices what somebody else did. */
export function passwordChangedLetter(changed: { at: Date; recoverUrl: string }): Composed {
  const { at, recoverUrl } = changed;
  return compose({
    title: 'Sua senha foi alterada',
    paragraphs: [
      `A senha da sua conta na Pontual foi alterada em ${formatDayMonth(at)}, ${formatTime(at)} (horário de Brasília). Quem estava na conta com a senha antiga precisa entrar de novo.`,
      'Foi você? Então não há nada a fazer. Se você desconfia de alguém, confira também em Pessoas quem é da equipe e em Programas os webhooks: uma senha nova não tira ninguém.',
      'Não foi você? Redefina a senha agora mesmo pelo botão abaixo e confira quem tem acesso ao seu e-mail.',
    ],
    button: { label: 'Redefinir senha', url: recoverUrl },
  });
}
