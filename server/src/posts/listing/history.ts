import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { PostEventKind } from '../../publishing/transitions/transition-outcome.ts';
import { formatDuration } from '@pontual/contract/posts/video-lengths.ts';

type Detail = Record<string, unknown>;

/** A smaller delay counts as on time. */
const ON_TIME_MS = 50;

const sentences: Record<PostEventKind, (detail: Detail) => string> = {
  scheduled: () => 'Agendado',
  edited: () => 'Editado',
  moved: () => 'Horário alterado',
  publish_now: () => 'Publicação imediata pedida',
  account_confirmed: () => 'Confirmado para a conta conectada',
  waiting: ({ cause }) => withCause('Em espera', cause),
  prepared: () => 'Pronto para publicar',
  unanswered: () => 'O Instagram não confirmou; verificando',
  publish_again: () => 'Nova tentativa de publicação',
  published: ({ lateMs }) => `Publicado ${formatDelay(lateMs)}`,
  verified: ({ lateMs }) =>
    typeof lateMs === 'number'
      ? `Publicação confirmada no Instagram, ${formatDelay(lateMs)}`
      : 'Publicação confirmada no Instagram',
  held: () => 'Não saiu: as publicações estavam pausadas. Voltou aos rascunhos',
  approval_requested: () => 'Aprovação pedida',
  approval_withdrawn: () => 'Aprovação dispensada',
  approval_reopened: () => 'Conteúdo alterado: precisa de nova aprovação',
  approved: ({ name }) => `Aprovado por ${nameOrFallback(name)}`,
  change_requested: ({ name, note }) =>
    withCause(`${nameOrFallback(name)} pediu uma mudança`, note),
  unapproved: () => 'Não saiu: a aprovação não chegou. Voltou aos rascunhos',
  manual: () => 'A Pontual não tenta mais',
  manual_publishing_started: () => 'Publicação assumida, para sair pelo aplicativo do Instagram',
  published_manually: () => 'Encontrado na conta: publicado pelo aplicativo do Instagram',
  marked_by_hand: () => 'Marcado como publicado, sem link',
  ended: ({ status, cause }) => withCause(statusName(status), cause),
  commented: () => 'Primeiro comentário publicado',
  not_commented: ({ cause }) => withCause('Primeiro comentário não publicado', cause),
};

/** A newer version of the server may have written an unknown event. */
export function describeEvent(kind: string, detail: Detail): string {
  return isKnown(kind) ? sentences[kind](detail) : 'Atualizado';
}

const isKnown = (kind: string): kind is PostEventKind => Object.hasOwn(sentences, kind);

function formatDelay(lateMs: unknown): string {
  if (typeof lateMs !== 'number' || lateMs < ON_TIME_MS) return 'na hora';
  return `${formatDuration(lateMs)} depois da hora`;
}

const withCause = (what: string, cause: unknown) =>
  typeof cause === 'string' && cause !== '' ? `${what}: ${cause}` : what;

const nameOrFallback = (name: unknown) => (typeof name === 'string' ? name : 'alguém');

const statusName = (status: unknown) =>
  Object.entries(postStatusNames).find(([name]) => name === status)?.[1] ?? 'Não publicado';
