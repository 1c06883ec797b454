import { roleNames } from '@pontual/contract/shared/roles.ts';
import { planNames } from '@pontual/contract/billing/plans.ts';

interface EntryData {
  detail: Record<string, unknown>;
  subject: string;
}

const sentences = {
  'post.drafted': (entry: EntryData) => `salvou o rascunho ${quotePost(entry)}`,
  'post.draft_edited': (entry: EntryData) => `editou o rascunho ${quotePost(entry)}`,
  'post.scheduled': (entry: EntryData) => `agendou o post ${quotePost(entry)}`,
  'post.edited': (entry: EntryData) => `editou o post ${quotePost(entry)}`,
  'post.moved': (entry: EntryData) => `mudou o horário do post ${quotePost(entry)}`,
  'post.publish_now': (entry: EntryData) => `mandou publicar agora o post ${quotePost(entry)}`,
  'post.account_confirmed': (entry: EntryData) => `confirmou a conta do post ${quotePost(entry)}`,
  'post.approval_requested': (entry: EntryData) => `pediu aprovação do post ${quotePost(entry)}`,
  'post.approval_withdrawn': (entry: EntryData) =>
    `dispensou a aprovação do post ${quotePost(entry)}`,
  'post.approval_reopened': (entry: EntryData) =>
    `mudou o conteúdo aprovado do post ${quotePost(entry)}`,
  'post.approved': (entry: EntryData) => `aprovou o post ${quotePost(entry)}`,
  'post.change_requested': (entry: EntryData) => `pediu uma mudança no post ${quotePost(entry)}`,
  'post.manual_publishing_started': (entry: EntryData) =>
    `assumiu a publicação do post ${quotePost(entry)}`,
  'post.marked_by_hand': (entry: EntryData) => `marcou como publicado o post ${quotePost(entry)}`,
  'post.deleted': (entry: EntryData) => `excluiu o post ${quotePost(entry)}`,
  'series.started': (entry: EntryData) =>
    `começou a repetir o post ${quotePost(entry)} ${ruleText(entry)}`,
  'series.stopped': (entry: EntryData) => `parou de repetir o post ${quotePost(entry)}`,
  'series.changed': (entry: EntryData) =>
    `mudou os próximos posts da repetição ${quotePost(entry)}`,
  'instagram.connected': ({ detail }: EntryData) =>
    `conectou o Instagram ${describeInstagramAccount(detail)}`,
  'instagram.disconnected': ({ detail }: EntryData) =>
    `desconectou o Instagram ${describeInstagramAccount(detail)}`,
  'publishing.paused': () => 'pausou todas as publicações',
  'publishing.resumed': () => 'retomou as publicações',
  'plan.changed': ({ detail }: EntryData) =>
    `mudou o plano de ${planLabel(detail['from'])} para ${planLabel(detail['to'])}`,
  'members.named': ({ detail }: EntryData) =>
    `deu à equipe o nome “${textOrUnnamed(detail['name'])}”`,
  'members.invited': ({ detail }: EntryData) =>
    `convidou ${textOrUnnamed(detail['email'])} com o acesso “${roleLabel(detail['role'])}”`,
  'members.reinvited': ({ detail }: EntryData) =>
    `reenviou o convite de ${textOrUnnamed(detail['email'])}`,
  'members.invitation_revoked': ({ detail }: EntryData) =>
    `cancelou o convite de ${textOrUnnamed(detail['email'])}`,
  'members.invitation_declined': ({ detail }: EntryData) =>
    `recusou o convite enviado a ${textOrUnnamed(detail['email'])}`,
  'members.joined': ({ detail }: EntryData) =>
    `entrou na equipe com o acesso “${roleLabel(detail['role'])}”`,
  'members.role': ({ detail, subject }: EntryData) =>
    `mudou o acesso de ${subject} de “${roleLabel(detail['from'])}” para “${roleLabel(detail['to'])}”`,
  'members.removed': ({ subject }: EntryData) => `removeu ${subject} da equipe`,
  'members.left': () => 'saiu da equipe',
  'members.owner': ({ subject }: EntryData) => `passou a responsabilidade pela equipe a ${subject}`,
  'approvals.demanded': () => 'passou a exigir a aprovação de outra pessoa para cada post',
  'approvals.optional': () => 'deixou de exigir a aprovação de outra pessoa',
  'token.created': ({ detail }: EntryData) => `criou o token “${textOrUnnamed(detail['name'])}”`,
  'token.revoked': ({ detail }: EntryData) => `revogou o token “${textOrUnnamed(detail['name'])}”`,
  'webhook.created': ({ detail }: EntryData) =>
    `criou um webhook para ${textOrUnnamed(detail['host'])}`,
  'webhook.moved': ({ detail }: EntryData) =>
    `mudou o endereço de um webhook de ${textOrUnnamed(detail['from'])} para ${textOrUnnamed(detail['host'])}`,
  'webhook.changed': ({ detail }: EntryData) =>
    `mudou o que o webhook de ${textOrUnnamed(detail['host'])} recebe`,
  'webhook.secret_renewed': ({ detail }: EntryData) =>
    `trocou o segredo do webhook de ${textOrUnnamed(detail['host'])}`,
  'webhook.removed': ({ detail }: EntryData) =>
    `removeu o webhook de ${textOrUnnamed(detail['host'])}`,
};

/** Actions of an approval link, whose holder has no user account. */
const linkAnswerKinds: ReadonlySet<string> = new Set(['post.approved', 'post.change_requested']);

export function nameOfActor(kind: string, by: 'person' | 'program' | 'system'): string {
  if (kind === 'members.invitation_declined') return 'Quem foi convidado';
  if (by === 'system' && linkAnswerKinds.has(kind)) return 'Quem recebeu o link de aprovação';
  return by === 'system' ? 'A Pontual' : 'Quem já excluiu a conta';
}

export type AuditKind = keyof typeof sentences;

/** Also describes a kind that only a newer version of this server knows. */
export const describeEntry = (kind: string, entry: EntryData): string =>
  isKnown(kind) ? sentences[kind](entry) : `mexeu no post ${quotePost(entry)}`;

const isKnown = (kind: string): kind is AuditKind => Object.hasOwn(sentences, kind);

const textOrUnnamed = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : 'sem nome';

function quotePost({ detail: { caption } }: EntryData): string {
  const line = typeof caption === 'string' ? caption.trim().split('\n')[0] : '';
  return line ? `“${line}”` : 'sem legenda';
}

const describeInstagramAccount = ({ username }: Record<string, unknown>) =>
  typeof username === 'string' ? `@${username}` : 'de uma conta removida';

const ruleText = ({ detail: { rule } }: EntryData) => (typeof rule === 'string' ? rule : '');
const labelOf = (names: Readonly<Record<string, string>>, id: unknown) =>
  Object.entries(names).find(([known]) => known === id)?.[1] ?? 'outro';
const planLabel = (id: unknown) => labelOf(planNames, id);
const roleLabel = (id: unknown) => labelOf(roleNames, id);
