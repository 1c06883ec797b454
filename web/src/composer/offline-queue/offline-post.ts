import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { PickedFile } from '../form.rules.ts';
import type { SubmitMode } from '../wizard-state.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';

export interface OfflinePost {
  /** Idempotency key of every attempt: the server creates one post for it. */
  key: string;
  owner: string;
  /** Workspace to which the post is sent. */
  workspace: string;
  submitMode: SubmitMode;
  /** Form fields in the contract's names. */
  fields: Record<string, string>;
  files: readonly Omit<PickedFile, 'url'>[];
  /** In ms since 1970. Posts are sent in this order. */
  createdAt: number;
  /** Time of the first attempt in ms: the server may have the post. Null while it certainly does not. */
  sentAt: number | null;
  /** Message of the server; the user must decide what follows. */
  refusal: string | null;
  /** Failures in a row that are not connection failures. */
  failures: number;
  /** Earliest time of the next attempt, in ms since 1970. */
  retryAt: number;
}

/** Limit of retries, in ms: the server stores a key for 24 h (design, section 7), less 1 h of transfer. */
const IDEMPOTENCY_MS = 23 * 60 * 60 * 1000;
/** In ms: the plan of a queued post is outdated after 31 days. */
const MAX_AGE_MS = 31 * 24 * 60 * 60 * 1000;

export const isPostExpired = ({ createdAt }: OfflinePost, now: Date): boolean =>
  now.getTime() - createdAt > MAX_AGE_MS;

/** `waits` posts are sent automatically; the other statuses need the user. */
export type OfflinePostStatus = 'waits' | 'late' | 'unknown' | 'refused';

const getOfflinePostDueAt = ({ submitMode, fields }: OfflinePost): Date | null =>
  submitMode === 'draft' || fields['scheduledTime'] === undefined
    ? null
    : new Date(fields['scheduledTime']);

export function getOfflinePostStatus(post: OfflinePost, now: Date): OfflinePostStatus {
  if (post.refusal !== null) return 'refused';
  if (post.sentAt !== null) {
    // A retry under the same key returns the existing post, but only while the server stores the key.
    return now.getTime() - post.sentAt >= IDEMPOTENCY_MS ? 'unknown' : 'waits';
  }
  const dueAt = getOfflinePostDueAt(post);
  return dueAt !== null && dueAt <= now ? 'late' : 'waits';
}

const mayExistText = ({ submitMode }: OfflinePost): string =>
  `Talvez já esteja ${submitMode === 'draft' ? 'nos rascunhos' : 'no calendário'}. Confira antes de enviar de novo.`;

/** A queued post is never called scheduled, and a post that was sent never unsent. */
export function offlinePostText(post: OfflinePost, now: Date): string {
  const dueAt = getOfflinePostDueAt(post);
  const day = dueAt === null ? '' : relativeDay(dueAt, now);
  const when = `${day.charAt(0).toLowerCase()}${day.slice(1)}, ${dueAt === null ? '' : formatTime(dueAt)}`;
  switch (getOfflinePostStatus(post, now)) {
    case 'refused':
      if (post.sentAt !== null)
        return `O novo envio foi recusado. ${post.refusal} ${mayExistText(post)}`;
      return `${post.submitMode === 'draft' ? 'Não foi salvo.' : 'Não foi agendado.'} ${post.refusal}`;
    case 'late':
      return `Não foi agendado: a hora (${when}) passou antes de a internet voltar. Salve como rascunho e escolha outra hora.`;
    case 'unknown':
      return mayExistText(post);
    case 'waits':
      if (post.sentAt !== null) {
        return 'O envio começou e ficou sem resposta. Quando a internet voltar, conferimos se chegou antes de enviar de novo.';
      }
      if (post.submitMode === 'draft') return 'Rascunho. Será salvo quando a internet voltar.';
      return post.submitMode === 'demo'
        ? `Demonstração. Será guardada para ${when}, quando a internet voltar.`
        : `Ainda não está agendado. Será agendado para ${when}, quando a internet voltar.`;
  }
}

export function deleteOfflinePostText(
  { sentAt, submitMode }: OfflinePost,
  isUnderWay: boolean,
): string {
  const where = submitMode === 'draft' ? 'nos rascunhos' : 'no calendário';
  if (isUnderWay) {
    return `Este post está sendo enviado agora. Se apagar, o envio para e o texto e os arquivos saem deste aparelho; se ele já chegou, fica ${where}.`;
  }
  return sentAt === null
    ? 'O texto e os arquivos que esperam aqui pela internet serão apagados. Nada foi enviado.'
    : `O texto e os arquivos que esperam aqui serão apagados. O post talvez já esteja ${where}: confira quando a internet voltar.`;
}

/** The user has checked that an `unknown` post does not exist, so `sentAt` is cleared. */
export const withRetryRequested = (post: OfflinePost, now: Date): OfflinePost => ({
  ...post,
  sentAt: getOfflinePostStatus(post, now) === 'unknown' ? null : post.sentAt,
  refusal: null,
  failures: 0,
  retryAt: 0,
});

/** A due time that has passed is left out. */
export function asDraft(post: OfflinePost, key: string, now: Date): OfflinePost {
  const { scheduledTime, demo: _demo, ...fields } = post.fields;
  const keepsDueTime = scheduledTime !== undefined && new Date(scheduledTime) > now;
  return {
    ...post,
    key,
    submitMode: 'draft',
    fields: keepsDueTime ? { ...fields, scheduledTime } : fields,
    sentAt: null,
    refusal: null,
    failures: 0,
    retryAt: 0,
  };
}
