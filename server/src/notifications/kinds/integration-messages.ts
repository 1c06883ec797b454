import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { scopeNames, type Scope } from '@pontual/contract/shared/scopes.ts';
import { toOwners, toUser, type MessageKinds } from './message-kind.ts';

export type IntegrationMessage =
  | {
      kind: 'token-created';
      userId: string;
      name: string;
      scopes: readonly Scope[];
      days: number;
    }
  | { kind: 'webhook-created'; workspaceId: string; url: string }
  | { kind: 'webhook-moved'; workspaceId: string; url: string; from: string }
  | { kind: 'webhook-secret-renewed'; workspaceId: string; url: string }
  /** `reason` follows the address in a sentence. */
  | { kind: 'webhook-disabled'; workspaceId: string; url: string; reason: string };

export const integrationMessages: MessageKinds<IntegrationMessage> = {
  'token-created': {
    sort: 'security',
    recipients: toUser,
    wording: ({ name, scopes, days }, at) => ({
      title: 'Novo token de acesso à sua conta',
      paragraphs: [
        `O token “${name}” foi criado em ${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília). Por ${days} dias, o programa que o tem pode, em seu nome: ${scopes.map((scope) => scopeNames[scope].toLowerCase()).join('; ')}.`,
        'Se não foi você, revogue o token em Programas e troque sua senha agora.',
      ],
      button: { label: 'Ver meus tokens', path: '/account/programs' },
    }),
  },
  'webhook-created': {
    sort: 'security',
    recipients: toOwners,
    wording: ({ url }, at) => ({
      title: 'Um webhook novo recebe as novidades dos seus posts',
      paragraphs: [
        `Em ${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília), foi criado um webhook para ${new URL(url).host}. As novidades dos seus posts vão agora também para lá.`,
        'Se não foi você, desligue o webhook em Programas e troque sua senha agora.',
      ],
      button: { label: 'Abrir Programas', path: '/account/programs' },
    }),
  },
  'webhook-moved': {
    sort: 'security',
    recipients: toOwners,
    wording: ({ url, from }, at) => ({
      title: 'O endereço de um webhook seu mudou',
      paragraphs: [
        `Em ${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília), o webhook que ia para ${new URL(from).host} passou a ir para ${new URL(url).host}. As novidades dos seus posts vão agora para lá.`,
        'Se não foi você, desligue o webhook em Programas e troque sua senha agora.',
      ],
      button: { label: 'Abrir Programas', path: '/account/programs' },
    }),
  },
  'webhook-secret-renewed': {
    sort: 'security',
    recipients: toOwners,
    wording: ({ url }, at) => ({
      title: 'O segredo de um webhook seu foi trocado',
      paragraphs: [
        `Em ${formatFullDay(at)}, às ${formatTime(at)} (horário de Brasília), o webhook de ${new URL(url).host} ganhou outro segredo. O antigo ainda vale por algumas horas.`,
        'Se não foi você, desligue o webhook em Programas e troque sua senha agora.',
      ],
      button: { label: 'Abrir Programas', path: '/account/programs' },
    }),
  },
  'webhook-disabled': {
    recipients: toOwners,
    wording: ({ url, reason }) => ({
      title: 'Um webhook seu foi desligado',
      paragraphs: [
        `O endereço ${url} ${reason}, e não mandamos mais nada para lá. Seus posts não dependem disso: saem como sempre.`,
        'Quando ele voltar a responder, ligue o webhook de novo em Programas.',
      ],
      button: { label: 'Abrir Programas', path: '/account/programs' },
    }),
  },
};
