import {
  formatDayMonth,
  formatFullDay,
  formatTime,
} from '@pontual/contract/shared/brasilia-time.ts';
import { removedAccessParagraph, type RemovedAccess } from '../removed-access.presenter.ts';
import { toAddress, toUser, type MessageKinds } from './message-kind.ts';

export type AccountMessage =
  | { kind: 'password-changed'; userId: string }
  /** `removed`: the access that the first verification of the address has removed. */
  | { kind: 'password-changed-by-link'; userId: string; removed: RemovedAccess | undefined }
  /** Both go to the old address. */
  | { kind: 'email-change-requested'; userId: string; address: string; newEmail: string }
  | { kind: 'email-changed'; userId: string; address: string; newEmail: string }
  | { kind: 'account-deleted'; deletionId: string; address: string; code: string };

const accountButton = { label: 'Abrir Sua conta', path: '/account' };
const formatInstant = (at: Date) =>
  `${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília)`;

export const accountMessages: MessageKinds<AccountMessage> = {
  'password-changed': {
    sort: 'security',
    recipients: toUser,
    wording: (_event, at) => ({
      title: 'Sua senha foi alterada',
      paragraphs: [
        `A senha da sua conta na Pontual foi alterada em ${formatInstant(at)}. Os outros dispositivos saíram da conta.`,
        'Se não foi você, crie uma senha nova agora em “Esqueci minha senha”, na página de entrada.',
      ],
      button: accountButton,
    }),
  },
  'password-changed-by-link': {
    sort: 'security',
    recipients: toUser,
    wording: ({ removed }, at) => ({
      title: 'Sua senha foi alterada',
      paragraphs: [
        `A senha da sua conta na Pontual foi alterada em ${formatDayMonth(at)}, ${formatTime(at)} (horário de Brasília). Quem estava na conta com a senha antiga precisa entrar de novo.`,
        removed === undefined
          ? 'Foi você? Então não há nada a fazer. Se você desconfia de alguém, confira também em Pessoas quem é da equipe e em Programas os webhooks: uma senha nova não tira ninguém.'
          : removedAccessParagraph(removed),
        'Não foi você? Redefina a senha agora mesmo pelo botão abaixo e confira quem tem acesso ao seu e-mail.',
      ],
      button: { label: 'Redefinir senha', path: '/forgot-password' },
    }),
  },
  'email-change-requested': {
    sort: 'security',
    recipients: toAddress,
    wording: ({ newEmail }, at) => ({
      title: 'Troca do e-mail da sua conta',
      paragraphs: [
        `Em ${formatInstant(at)}, alguém com a senha da sua conta na Pontual pediu para trocar o e-mail dela para ${newEmail}. Até que o novo seja confirmado, este continua valendo.`,
        'Se não foi você, troque sua senha agora: o pedido deixa de valer na hora.',
      ],
      button: accountButton,
    }),
  },
  'email-changed': {
    sort: 'security',
    recipients: toAddress,
    wording: ({ newEmail }, at) => ({
      title: 'O e-mail da sua conta foi trocado',
      paragraphs: [
        `Em ${formatInstant(at)}, sua conta na Pontual passou a usar ${newEmail}. Este endereço não entra mais nela, e os outros dispositivos saíram.`,
        'Se não foi você, fale conosco o quanto antes.',
      ],
      button: accountButton,
    }),
  },
  'account-deleted': {
    // Not the user: the message must outlive them.
    recipients: toAddress,
    key: ({ deletionId }) => `deletion ${deletionId}`,
    wording: ({ code }) => ({
      title: 'Sua conta foi excluída',
      paragraphs: [
        'A exclusão que você pediu terminou. Apagamos sua conta na Pontual, os posts, as fotos e os vídeos, as credenciais do Instagram e os avisos. O que ainda não tinha saído não será publicado.',
        'Os posts que já saíram continuam no seu Instagram: apague-os lá, se quiser.',
        'Ficam só os registros de acesso (endereço IP, data e hora), pelos 6 meses que a lei manda (Lei 12.965/2014, art. 15), e os documentos fiscais de planos pagos. Este endereço foi apagado com o resto e pode ser usado em uma conta nova.',
      ],
      button: { label: 'Ver a exclusão', path: `/exclusao-de-dados/${code}` },
    }),
  },
};
