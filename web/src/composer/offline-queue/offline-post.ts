import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { PickedFile } from '../form.rules.ts';
import type { SubmitMode } from '../wizard-state.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';

/** A post that was made without a line, as it waits on the device. */
export interface OfflinePost {
  /** Under which it is sent, however often: the server makes one post of it. */
  key: string;
  owner: string;
  /** Where it was made, and where alone it is sent; none in what an older release has kept. */
  workspace?: string | undefined;
  submitMode: SubmitMode;
  /** Of the form, in the contract's names. */
  fields: Record<string, string>;
  files: readonly Omit<PickedFile, 'url'>[];
  /** In ms since 1970. They are sent in the order in which they were made. */
  createdAt: number;
  /** When it first began to leave: it may have arrived. Null once it is certain that it has not. */
  sentAt: number | null;
  /** What the server said against it; it waits for its user. */
  refusal: string | null;
  /** How often in a row it failed by itself, not for lack of a line. */
  failures: number;
  /** In ms since 1970; it is not tried earlier. */
  retryAt: number;
}

/**
 * How long it is sent again by itself. The server knows a key for 24 h, and answers with the post that it
 * made (design, section 7); the hour less is for the way there.
 */
const IDEMPOTENCY_MS = 23 * 60 * 60 * 1000;
/** Nothing waits longer, in days: whose hour it was has long planned anew. */
const MAX_AGE_MS = 31 * 24 * 60 * 60 * 1000;

/** Whether it has waited for too long to be of use. */
export const isExpired = ({ createdAt }: OfflinePost, now: Date): boolean =>
  now.getTime() - createdAt > MAX_AGE_MS;

/** What becomes of it next. */
export type OfflinePostStatus = 'waits' | 'late' | 'unknown' | 'refused';

const getOfflinePostDueAt = ({ submitMode, fields }: OfflinePost): Date | null =>
  submitMode === 'draft' || fields['scheduledTime'] === undefined
    ? null
    : new Date(fields['scheduledTime']);

/** Only what waits is sent by itself; all else waits for its user. */
export function getOfflinePostStatus(post: OfflinePost, now: Date): OfflinePostStatus {
  if (post.refusal !== null) return 'refused';
  if (post.sentAt !== null) {
    // Asked for once more under its key, the server says what came of it; but not for ever.
    return now.getTime() - post.sentAt >= IDEMPOTENCY_MS ? 'unknown' : 'waits';
  }
  const dueAt = getOfflinePostDueAt(post);
  return dueAt !== null && dueAt <= now ? 'late' : 'waits';
}

/** Said wherever it may be there already. */
const mayExistText = ({ submitMode }: OfflinePost): string =>
  `Talvez já esteja ${submitMode === 'draft' ? 'nos rascunhos' : 'no calendário'}. Confira antes de enviar de novo.`;

/** What is said of it. Nothing that waits is called scheduled, and nothing that left is called unsent. */
export function offlinePostText(post: OfflinePost, now: Date): string {
  const dueAt = getOfflinePostDueAt(post);
  const day = dueAt === null ? '' : relativeDay(dueAt, now);
  // In the middle of a sentence.
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

/** What is asked before it is deleted, which is true of where it is. */
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

/** As its user has it sent once more. Only who was asked to look says by it that it is not there. */
export const withRetryRequested = (post: OfflinePost, now: Date): OfflinePost => ({
  ...post,
  sentAt: getOfflinePostStatus(post, now) === 'unknown' ? null : post.sentAt,
  refusal: null,
  failures: 0,
  retryAt: 0,
});

/** The same as a draft, which needs no hour: one that is over is left out. */
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
