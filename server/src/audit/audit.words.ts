import { roleNames } from '@pontual/contract/roles.ts';
import { planNames } from '@pontual/contract/plans.ts';

/** What a sentence is made of. */
interface Told {
  detail: Record<string, unknown>;
  /** The address of whom it was done to. */
  subject: string;
}

/** What happens to a workspace, as whoever answers for it reads it, after the name of who did it. */
const sentences = {
  'post.drafted': (told: Told) => `salvou o rascunho ${postOf(told)}`,
  'post.draft_edited': (told: Told) => `editou o rascunho ${postOf(told)}`,
  'post.scheduled': (told: Told) => `agendou o post ${postOf(told)}`,
  'post.edited': (told: Told) => `editou o post ${postOf(told)}`,
  'post.moved': (told: Told) => `mudou o horário do post ${postOf(told)}`,
  'post.publish_now': (told: Told) => `mandou publicar agora o post ${postOf(told)}`,
  'post.account_confirmed': (told: Told) => `confirmou a conta do post ${postOf(told)}`,
  'post.approval_asked': (told: Told) => `pediu aprovação do post ${postOf(told)}`,
  'post.approval_withdrawn': (told: Told) => `dispensou a aprovação do post ${postOf(told)}`,
  'post.approval_reopened': (told: Told) => `mudou o conteúdo aprovado do post ${postOf(told)}`,
  'post.approved': (told: Told) => `aprovou o post ${postOf(told)}`,
  'post.change_asked': (told: Told) => `pediu uma mudança no post ${postOf(told)}`,
  'post.taken_over': (told: Told) => `assumiu a publicação do post ${postOf(told)}`,
  'post.marked_by_hand': (told: Told) => `marcou como publicado o post ${postOf(told)}`,
  'post.deleted': (told: Told) => `excluiu o post ${postOf(told)}`,
  'series.started': (told: Told) => `começou a repetir o post ${postOf(told)} ${ruleOf(told)}`,
  'series.stopped': (told: Told) => `parou de repetir o post ${postOf(told)}`,
  'series.changed': (told: Told) => `mudou os próximos posts da repetição ${postOf(told)}`,
  'instagram.connected': ({ detail }: Told) => `conectou o Instagram ${accountOf(detail)}`,
  'instagram.disconnected': ({ detail }: Told) => `desconectou o Instagram ${accountOf(detail)}`,
  'publishing.paused': () => 'pausou todas as publicações',
  'publishing.resumed': () => 'retomou as publicações',
  'plan.changed': ({ detail }: Told) =>
    `mudou o plano de ${planOf(detail['from'])} para ${planOf(detail['to'])}`,
  'people.named': ({ detail }: Told) => `deu à equipe o nome “${text(detail['name'])}”`,
  'people.invited': ({ detail }: Told) =>
    `convidou ${text(detail['email'])} com o acesso “${roleOf(detail['role'])}”`,
  'people.reinvited': ({ detail }: Told) => `reenviou o convite de ${text(detail['email'])}`,
  'people.invitation_revoked': ({ detail }: Told) =>
    `cancelou o convite de ${text(detail['email'])}`,
  'people.invitation_declined': ({ detail }: Told) =>
    `recusou o convite enviado a ${text(detail['email'])}`,
  'people.joined': ({ detail }: Told) =>
    `entrou na equipe com o acesso “${roleOf(detail['role'])}”`,
  'people.role': ({ detail, subject }: Told) =>
    `mudou o acesso de ${subject} de “${roleOf(detail['from'])}” para “${roleOf(detail['to'])}”`,
  'people.removed': ({ subject }: Told) => `removeu ${subject} da equipe`,
  'people.left': () => 'saiu da equipe',
  'people.owner': ({ subject }: Told) => `passou a responsabilidade pela equipe a ${subject}`,
  'token.created': ({ detail }: Told) => `criou o token “${text(detail['name'])}”`,
  'token.revoked': ({ detail }: Told) => `revogou o token “${text(detail['name'])}”`,
  'webhook.created': ({ detail }: Told) => `criou um webhook para ${text(detail['host'])}`,
  'webhook.removed': ({ detail }: Told) => `removeu o webhook de ${text(detail['host'])}`,
};

/** By whoever had the link, and no account. */
const answered: ReadonlySet<string> = new Set(['post.approved', 'post.change_asked']);

/** Who did it, where it was no person whose account is there. */
export function nameOfActor(kind: string, by: 'person' | 'program' | 'system'): string {
  if (kind === 'people.invitation_declined') return 'Quem foi convidado';
  if (by === 'system' && answered.has(kind)) return 'Quem recebeu o link de aprovação';
  return by === 'system' ? 'A Pontual' : 'Quem já excluiu a conta';
}

export type AuditKind = keyof typeof sentences;

/** Of a kind that a newer version of this server wrote, too. */
export const describeAct = (kind: string, told: Told): string =>
  isKnown(kind) ? sentences[kind](told) : `mexeu no post ${postOf(told)}`;

const isKnown = (kind: string): kind is AuditKind => Object.hasOwn(sentences, kind);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'sem nome');

function postOf({ detail: { caption } }: Told): string {
  const line = typeof caption === 'string' ? caption.trim().split('\n')[0] : '';
  return line ? `“${line}”` : 'sem legenda';
}

const accountOf = ({ username }: Record<string, unknown>) =>
  typeof username === 'string' ? `@${username}` : 'de uma conta removida';

const ruleOf = ({ detail: { rule } }: Told) => (typeof rule === 'string' ? rule : '');
const nameIn = (names: Readonly<Record<string, string>>, id: unknown) =>
  Object.entries(names).find(([known]) => known === id)?.[1] ?? 'outro';
const planOf = (id: unknown) => nameIn(planNames, id);
const roleOf = (id: unknown) => nameIn(roleNames, id);
