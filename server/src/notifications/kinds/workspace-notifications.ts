import { describeRule } from '@pontual/contract/planning/series-dates.ts';
import {
  APPROVED_LATE,
  AWAITING_APPROVAL,
  CHANGE_REQUESTED,
  FIRST_COMMENT_FAILED,
  HELD_BY_PAUSE,
  NOT_VISIBLE,
  SERIES_STALLED,
  UNAPPROVED,
  UNVERIFIABLE,
} from '@pontual/contract/posts/issue-codes.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { newId } from '../../platform/ids.ts';
import type { ChannelName } from '../../platform/outbox/channel-names.ts';
import { removedAccessParagraph, type RemovedAccess } from '../removed-access.presenter.ts';

/** About the posts and accounts of a workspace; those of the same moment share an email. */
export type WorkspaceNotification = { workspaceId: string } & (
  | IssueNotification
  | { kind: typeof APPROVAL_REQUESTED; postId: string; version: string; requester: string }
  /** Only the first post of a pause sends one, which also covers the others. */
  | { kind: typeof HELD_BY_PAUSE; postId: string; pauseId: string | null }
  | { kind: typeof SERIES_STALLED; name: string; rule: SeriesRule; cause: string }
  | {
      kind: typeof TOKEN_ENDING;
      connectionId: string;
      username: string;
      endsAt: Date;
      isOver: boolean;
    }
  | { kind: typeof INSTAGRAM_REMOVED; connectionId: string }
  /** `identity` tells the Google accounts apart. */
  | { kind: 'google-linked'; identity: string }
  | { kind: 'google-taken-over'; identity: string; removed: RemovedAccess }
);

/** An issue with the text that the screen shows, too. */
export interface IssueNotification {
  kind: 'issue';
  /** Null for an issue of an account. */
  postId: string | null;
  /** Equal however often the issue is found. */
  dedupeKey: string;
  code: string;
  message: string;
  action: PostAction;
  hasManualPublishing?: true;
}

/** The facts of a title: of a post its due time (`das 10:30`), ` em @conta` and `@conta`. */
export interface TitleFacts {
  time: string | null;
  where: string;
  account: string | null;
}

/** How the notifications with a code are sent, and what is said about them besides their message. */
export interface Handling {
  /** The members with these roles. */
  recipients: readonly Role[];
  channels: readonly ChannelName[];
  /** An email that no setting turns off. */
  isMandatory?: true;
  /** Without it the state of the post decides. An unknown outcome must not be called a failure. */
  severity?: 'failure' | 'unknown';
  /** The reader must act, although the action of the issue is `wait`. */
  needsReader?: true;
  /** Of the email and the push message; by default, the state of the post and the action of the issue give it. */
  title?(facts: TitleFacts): string;
  /** Instead of `title`. */
  emailTitle?(facts: TitleFacts): string;
  pushTitle?(facts: TitleFacts): string;
  /** Of an email in which all notifications have this code. */
  digestTitle?(posts: number, where: string): string;
  link?: { label: string; path: string };
  /** Without a post, it means that the account publishes nothing until its action is done. */
  stopsAccount?: true;
  /** A push message replaces the last one of its kind, instead of the last one without a post. */
  pushTopic?: 'kind';
}

type NotificationContent = Pick<
  IssueNotification,
  'postId' | 'dedupeKey' | 'message' | 'action' | 'hasManualPublishing'
> & { code?: string };

interface WorkspaceKind<Event> extends Handling {
  /** What is stored; the code is the kind by default. */
  content(event: Event): NotificationContent;
}

export type WorkspaceKinds = {
  [Kind in WorkspaceNotification['kind']]: WorkspaceKind<
    Extract<WorkspaceNotification, { kind: Kind }>
  >;
};

export const APPROVAL_REQUESTED = 'approval-requested';
export const TOKEN_ENDING = 'token-ending';
export const INSTAGRAM_REMOVED = 'instagram-removed';

const editors: readonly Role[] = ['owner', 'editor'];
const everyChannel: readonly ChannelName[] = ['email', 'push', 'webhook'];
/** Webhooks get it from the history of the post. */
const toPeople: readonly ChannelName[] = ['email', 'push'];
const ownedBy = (whose: string, time: string | null) =>
  time === null ? whose : `${whose} ${time}`;

export const workspaceKinds: WorkspaceKinds = {
  issue: {
    recipients: editors,
    channels: everyChannel,
    stopsAccount: true,
    content: (issue) => issue,
  },
  [APPROVAL_REQUESTED]: {
    recipients: ['approver'],
    channels: toPeople,
    emailTitle: ({ time, where }) => `${ownedBy('O post', time)}${where} espera a sua aprovação`,
    pushTitle: ({ time }) =>
      `Espera a sua aprovação: ${time === null ? 'um post' : `post ${time}`}`,
    digestTitle: (posts, where) =>
      `${posts === 1 ? '1 post espera' : `${posts} posts esperam`} a sua aprovação${where}`,
    content: ({ kind, postId, version, requester }) => ({
      postId,
      dedupeKey: `${kind}:${postId}:${version}`,
      message: `${requester} pediu a sua aprovação. Sem ela, o post não sai: abra-o e aprove, ou peça uma mudança.`,
      action: 'wait',
    }),
  },
  [HELD_BY_PAUSE]: {
    recipients: editors,
    channels: toPeople,
    severity: 'failure',
    content: ({ kind, postId, pauseId }) => ({
      postId,
      dedupeKey: `${kind}:${pauseId ?? postId}`,
      message:
        'As publicações estavam pausadas na hora deste post. Ele não saiu e voltou aos rascunhos, como os outros cuja hora passar na pausa. Escolha novos horários no Calendário.',
      action: 'wait',
    }),
  },
  [SERIES_STALLED]: {
    recipients: editors,
    channels: everyChannel,
    title: () => 'Um post que se repete parou',
    link: { label: 'Ver as repetições', path: '/queue' },
    pushTopic: 'kind',
    content: ({ name, rule, cause }) => ({
      postId: null,
      // The series decides when it is sent again.
      dedupeKey: `series:${newId()}`,
      message: `O post “${name}”, que se repete ${describeRule(rule)}, parou. ${cause}`,
      action: 'wait',
    }),
  },
  [TOKEN_ENDING]: {
    recipients: editors,
    channels: everyChannel,
    emailTitle: ({ account }) =>
      `A autorização ${account === null ? 'do Instagram' : `de ${account}`} está perto do fim`,
    content: ({ kind, connectionId, username, endsAt, isOver }) => ({
      postId: null,
      dedupeKey: `${kind}:${connectionId}:${endsAt.toISOString()}`,
      message: isOver
        ? `A autorização da conta @${username} terminou em ${formatDayMonth(endsAt)}. Conecte a conta de novo para os posts voltarem a sair.`
        : `A autorização da conta @${username} termina em ${formatDayMonth(endsAt)}. Conecte a conta de novo para os posts continuarem saindo.`,
      action: 'reconnect',
    }),
  },
  [INSTAGRAM_REMOVED]: {
    recipients: ['owner'],
    channels: everyChannel,
    isMandatory: true,
    emailTitle: () => 'Os dados do seu Instagram foram excluídos',
    link: { label: 'Conectar conta', path: '/dashboard' },
    content: ({ kind, connectionId }) => ({
      postId: null,
      dedupeKey: `${kind}:${connectionId}`,
      message:
        'Um pedido feito à Meta excluiu da Pontual a conexão com o Instagram e o que recebemos de lá. Seus posts continuam na Pontual, e nada é publicado nessa conta até você reconectar. Conecte uma conta antes do horário dos agendados.',
      action: 'reconnect',
    }),
  },
  // Sign-in methods are not shown on a lock screen.
  'google-linked': {
    recipients: ['owner'],
    channels: ['email'],
    isMandatory: true,
    emailTitle: () => 'Sua conta agora também entra com Google',
    content: ({ workspaceId, identity }) => ({
      postId: null,
      dedupeKey: `google/linked/${workspaceId}/${identity}`,
      message:
        'A partir de agora você também entra com Google nesta conta; a sua senha continua valendo. Se não foi você, proteja a sua conta do Google.',
      action: 'wait',
    }),
  },
  'google-taken-over': {
    recipients: ['owner'],
    channels: ['email'],
    isMandatory: true,
    emailTitle: () => 'Sua conta agora entra com Google',
    content: ({ workspaceId, identity, removed }) => ({
      postId: null,
      dedupeKey: `google/taken-over/${workspaceId}/${identity}`,
      message: `Agora você entra com Google nesta conta: a senha antiga deixou de valer, e os outros aparelhos saíram. ${removedAccessParagraph(removed)}`,
      action: 'edit',
    }),
  },
};

/** The codes of issues that are not handled like all others. */
const issueCodes: Readonly<Record<string, Handling>> = {
  [AWAITING_APPROVAL]: { recipients: editors, channels: everyChannel, needsReader: true },
  [CHANGE_REQUESTED]: { recipients: editors, channels: toPeople },
  [UNAPPROVED]: { recipients: editors, channels: toPeople, severity: 'failure' },
  [APPROVED_LATE]: { recipients: editors, channels: toPeople, severity: 'failure' },
  [UNVERIFIABLE]: { recipients: editors, channels: everyChannel, severity: 'unknown' },
  // The next two are of a published post.
  [NOT_VISIBLE]: {
    recipients: editors,
    channels: everyChannel,
    severity: 'unknown',
    title: ({ time, where }) => `${ownedBy('Confira o seu post', time)}${where}`,
  },
  [FIRST_COMMENT_FAILED]: {
    recipients: editors,
    channels: ['email'],
    emailTitle: ({ time, where }) =>
      `${ownedBy('Seu post', time)} foi publicado${where} sem o primeiro comentário`,
  },
};

export const handlings: Readonly<Record<string, Handling>> = { ...workspaceKinds, ...issueCodes };

export const handlingOf = (code: string | null): Handling =>
  handlings[code ?? ''] ?? workspaceKinds.issue;
