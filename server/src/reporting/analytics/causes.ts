import type { ErrorClass } from '../../instagram/graph/error-table.ts';
import { findIssueByCode } from '../../instagram/graph/errors.ts';

export type Cause =
  | 'connection'
  | 'blocked'
  | 'media'
  | 'text'
  | 'limit'
  | 'unconfirmed'
  | 'service';

const causeByOwnCode: Record<string, Cause> = {
  'no-account': 'connection',
  'other-account': 'connection',
  'media-refused': 'media',
  'not-processable': 'media',
  copyright: 'media',
  // These posts may be out: a second attempt without a check could publish them twice.
  unverifiable: 'unconfirmed',
  unconfirmed: 'unconfirmed',
};

const causeByErrorClass: Partial<Record<ErrorClass, Cause>> = {
  reconnect: 'connection',
  blocked: 'blocked',
  quota: 'limit',
  rate_limited: 'limit',
};

/** Errors that the owner cannot fix are failures of the service, Instagram's or ours. */
export function causeOfFailure(code: string): Cause {
  const own = causeByOwnCode[code];
  if (own !== undefined) return own;
  const issue = findIssueByCode(code);
  if (issue === undefined) return 'service';
  if (issue.class === 'content') return issue.action === 'change_media' ? 'media' : 'text';
  return causeByErrorClass[issue.class] ?? 'service';
}

export const causeTexts: Record<Cause, { reason: string; advice: string }> = {
  connection: {
    reason: 'porque a conta do Instagram não estava conectada ou autorizada',
    advice: 'Confira a conexão em Dashboard e reconecte a conta se ela pedir.',
  },
  blocked: {
    reason: 'porque o Instagram segurou a conta',
    advice: 'Abra o Instagram, resolva o aviso e agende de novo.',
  },
  media: {
    reason: 'por causa do arquivo',
    advice: 'Confira formato, tamanho e proporção antes de agendar.',
  },
  text: {
    reason: 'por causa do texto ou das marcações',
    advice: 'Edite a legenda ou as marcações e agende de novo.',
  },
  limit: {
    reason: 'porque a conta chegou ao limite do Instagram',
    advice: 'Espalhe os posts por mais horas do dia.',
  },
  unconfirmed: {
    reason: 'porque o Instagram não confirmou a publicação',
    advice: 'Veja no Instagram se os posts estão lá antes de tentar de novo.',
  },
  service: {
    reason: 'por um problema do Instagram ou nosso',
    advice: 'Publique de novo com um clique no calendário.',
  },
};
