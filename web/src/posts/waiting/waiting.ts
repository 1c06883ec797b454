import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { PickedFile } from '../create/form-rules.ts';
import type { Aim } from '../create/wizard-state.ts';
import { spokenDay } from '../schedule/timeline-groups.ts';

/** A post that was made without a line, as it waits on the device. */
export interface WaitingPost {
  /** Under which it is sent, however often: the server makes one post of it. */
  key: string;
  owner: string;
  /** Where it was made, and where alone it is sent; none in what an older release has kept. */
  workspace?: string | undefined;
  aim: Aim;
  /** Of the form, in the contract's names. */
  fields: Record<string, string>;
  files: readonly Omit<PickedFile, 'url'>[];
  /** In ms since 1970. They are sent in the order in which they were made. */
  at: number;
  /** When it first began to leave: it may have arrived. Null once it is certain that it has not. */
  sentAt: number | null;
  /** What the server said against it; it waits for its user. */
  refusal: string | null;
  /** How often in a row it failed by itself, not for lack of a line. */
  failures: number;
  /** In ms since 1970; it is not tried earlier. */
  againAt: number;
}

/**
 * How long it is sent again by itself. The server knows a key for 24 h, and answers with the post that it
 * made (design, section 7); the hour less is for the way there.
 */
const REPEATS_FOR_MS = 23 * 60 * 60 * 1000;
/** Nothing waits longer, in days: whose hour it was has long planned anew. */
const LIVES_MS = 31 * 24 * 60 * 60 * 1000;

/** Whether it has waited for too long to be of use. */
export const isOver = ({ at }: WaitingPost, now: Date): boolean => now.getTime() - at > LIVES_MS;

/** What becomes of it next. */
export type Standing = 'waits' | 'late' | 'unknown' | 'refused';

const plannedFor = ({ aim, fields }: WaitingPost): Date | null =>
  aim === 'draft' || fields['scheduledTime'] === undefined
    ? null
    : new Date(fields['scheduledTime']);

/** Only what waits is sent by itself; all else waits for its user. */
export function standingOf(post: WaitingPost, now: Date): Standing {
  if (post.refusal !== null) return 'refused';
  if (post.sentAt !== null) {
    // Asked for once more under its key, the server says what came of it; but not for ever.
    return now.getTime() - post.sentAt >= REPEATS_FOR_MS ? 'unknown' : 'waits';
  }
  const planned = plannedFor(post);
  return planned !== null && planned <= now ? 'late' : 'waits';
}

/** Said wherever it may be there already. */
const mayExist = ({ aim }: WaitingPost): string =>
  `Talvez já esteja ${aim === 'draft' ? 'nos rascunhos' : 'no calendário'}. Confira antes de enviar de novo.`;

/** What is said of it. Nothing that waits is called scheduled, and nothing that left is called unsent. */
export function wordsFor(post: WaitingPost, now: Date): string {
  const planned = plannedFor(post);
  const day = planned === null ? '' : spokenDay(planned, now);
  // In the middle of a sentence.
  const when = `${day.charAt(0).toLowerCase()}${day.slice(1)}, ${planned === null ? '' : formatTime(planned)}`;
  switch (standingOf(post, now)) {
    case 'refused':
      if (post.sentAt !== null)
        return `O novo envio foi recusado. ${post.refusal} ${mayExist(post)}`;
      return `${post.aim === 'draft' ? 'Não foi salvo.' : 'Não foi agendado.'} ${post.refusal}`;
    case 'late':
      return `Não foi agendado: a hora (${when}) passou antes de a internet voltar. Salve como rascunho e escolha outra hora.`;
    case 'unknown':
      return mayExist(post);
    case 'waits':
      if (post.sentAt !== null) {
        return 'O envio começou e ficou sem resposta. Quando a internet voltar, conferimos se chegou antes de enviar de novo.';
      }
      if (post.aim === 'draft') return 'Rascunho. Será salvo quando a internet voltar.';
      return post.aim === 'demo'
        ? `Demonstração. Será guardada para ${when}, quando a internet voltar.`
        : `Ainda não está agendado. Será agendado para ${when}, quando a internet voltar.`;
  }
}

/** What is asked before it is deleted, which is true of where it is. */
export function dropWordsFor({ sentAt, aim }: WaitingPost, isUnderWay: boolean): string {
  const where = aim === 'draft' ? 'nos rascunhos' : 'no calendário';
  if (isUnderWay) {
    return `Este post está sendo enviado agora. Se apagar, o envio para e o texto e os arquivos saem deste aparelho; se ele já chegou, fica ${where}.`;
  }
  return sentAt === null
    ? 'O texto e os arquivos que esperam aqui pela internet serão apagados. Nada foi enviado.'
    : `O texto e os arquivos que esperam aqui serão apagados. O post talvez já esteja ${where}: confira quando a internet voltar.`;
}

/** As its user has it sent once more. Only who was asked to look says by it that it is not there. */
export const askedAgain = (post: WaitingPost, now: Date): WaitingPost => ({
  ...post,
  sentAt: standingOf(post, now) === 'unknown' ? null : post.sentAt,
  refusal: null,
  failures: 0,
  againAt: 0,
});

/** The same as a draft, which needs no hour: one that is over is left out. */
export function asDraft(post: WaitingPost, key: string, now: Date): WaitingPost {
  const { scheduledTime, demo: _demo, ...fields } = post.fields;
  const keepsHour = scheduledTime !== undefined && new Date(scheduledTime) > now;
  return {
    ...post,
    key,
    aim: 'draft',
    fields: keepsHour ? { ...fields, scheduledTime } : fields,
    sentAt: null,
    refusal: null,
    failures: 0,
    againAt: 0,
  };
}
