import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import type { PostAction } from '@pontual/contract/posts/posts.ts';
import { renderEmail, type Item, type EmailContent } from '../platform/mail/email-template.ts';
import type { MediaLinks } from '../media/links.ts';
import { handlingOf } from './kinds/workspace-notifications.ts';
import { isUnknownOutcome, isFailure } from './notifications.rules.ts';
import type { ClaimedNotification } from './notifications.repository.ts';
import {
  dayAndTime,
  excerptOf,
  formatDueTime,
  inAccount,
  postName,
} from './post-label.presenter.ts';

/** Further notifications are counted but not listed. */
const MAX_LISTED = 20;

/** Of an account whose notification has no title of its own. */
const subjectsByAction: Record<PostAction, string> = {
  reconnect: 'Conecte sua conta do Instagram de novo',
  confirm_account: 'Escolha a conta dos seus posts',
  change_media: 'Seus posts precisam de você',
  edit: 'Seus posts precisam de você',
  try_again: 'Sua conta do Instagram precisa de você',
  wait: 'Seus posts vão esperar um pouco',
};

const subjectsWithAccount: Record<PostAction, (account: string) => string> = {
  reconnect: (account) => `${account} precisa ser reconectada`,
  confirm_account: () => subjectsByAction.confirm_account,
  change_media: (account) => `Os posts de ${account} precisam de você`,
  edit: (account) => `Os posts de ${account} precisam de você`,
  try_again: (account) => `O Instagram restringiu ${account}`,
  wait: (account) => `Os posts de ${account} vão esperar um pouco`,
};

export interface EmailLinks {
  publicUrl: string;
  links: Pick<MediaLinks, 'forOwner'>;
}

export function composeNotificationEmail(
  notifications: readonly ClaimedNotification[],
  links: EmailLinks,
): { subject: string; html: string; text: string } {
  const { publicUrl } = links;
  const [first] = notifications;
  const content =
    first !== undefined && notifications.length === 1
      ? composeSingle(first, links)
      : composeDigest(notifications, publicUrl);
  const button = linkTo(buttonOf(notifications), publicUrl);
  const isOne = notifications.length === 1 && first?.manual_publishing === true;
  const secondaryLink =
    isOne && first.action === 'reconnect'
      ? { secondaryLink: linkTo(reconnectButton(notifications), publicUrl) }
      : {};
  return { subject: content.title, ...renderEmail({ ...content, button, ...secondaryLink }) };
}

const PUBLISH_MANUALLY_LABEL = 'Publicar eu mesmo';
interface ButtonTarget {
  label: string;
  path: string;
}
const linkTo = ({ label, path }: ButtonTarget, publicUrl: string) => ({
  label,
  url: `${publicUrl}${path}`,
});

/** Names the account, unless there are several or none. */
function reconnectButton(notifications: readonly ClaimedNotification[]): ButtonTarget {
  const reconnectNotifications = notifications.filter(
    ({ action, code }) => action === 'reconnect' && handlingOf(code).link === undefined,
  );
  const account = onlyAccountOf(reconnectNotifications);
  const label = account === null ? 'Conectar conta' : `Reconectar @${account}`;
  return { label, path: '/dashboard' };
}

/** Returns null when there are several accounts, or one is unknown. */
function onlyAccountOf(notifications: readonly ClaimedNotification[]): string | null {
  const [account = null, ...others] = new Set(notifications.map(({ username }) => username));
  return others.length === 0 ? account : null;
}

type EmailText = Omit<EmailContent, 'button' | 'secondaryLink'>;

function composeSingle(notification: ClaimedNotification, links: EmailLinks): EmailText {
  const { scheduled_time: at } = notification;
  // Manual publishing needs the complete caption for copying.
  const caption = notification.manual_publishing
    ? notification.caption?.trim() || undefined
    : excerptOf(notification.caption);
  return {
    title: subjectOf(notification),
    paragraphs: [
      notification.message,
      ...(notification.manual_publishing ? [manualPublishingText(notification)] : []),
      ...reconnectDeadlineText(notification),
      ...atRiskText(notification),
    ],
    items:
      notification.media_type === null
        ? []
        : [
            {
              title:
                at === null
                  ? postName(notification)
                  : `${postName(notification)} (horário de Brasília)`,
              text: caption ?? 'Sem legenda',
              ...(notification.manual_publishing ? { media: mediaOf(notification, links) } : {}),
            },
          ],
  };
}

/** The links work without a login, because the reader may use a phone. */
function mediaOf({ media }: ClaimedNotification, { publicUrl, links }: EmailLinks) {
  return media.map(({ fileId, kind }, index) => ({
    label: `Baixar ${kind === 'video' ? 'vídeo' : 'foto'}${media.length > 1 ? ` ${index + 1}` : ''}`,
    url: `${publicUrl}${links.forOwner(fileId, 'file')}`,
    thumbnailUrl: `${publicUrl}${links.forOwner(fileId, 'thumbnail')}`,
  }));
}

function manualPublishingText({ status, action }: ClaimedNotification): string {
  const isOver = status === 'failed' || status === 'error' || status === 'expired';
  return [
    'Plano B: publique você mesmo, pelo aplicativo do Instagram. Abra a página no celular: a mídia e a legenda estão prontas para compartilhar.',
    isOver
      ? ''
      : action === 'reconnect'
        ? 'Com a conta conectada de novo, a Pontual volta a tentar.'
        : 'Enquanto isso, continuamos tentando.',
    isOver
      ? ''
      : `Se for publicar você mesmo, toque antes em ${PUBLISH_MANUALLY_LABEL}, para não sair duas vezes.`,
    'Quando o post aparecer na sua conta, ele fica como publicado aqui.',
    'Os links da mídia neste e-mail valem por 24 horas.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function reconnectDeadlineText(notification: ClaimedNotification): string[] {
  const { username, at_risk: posts, first_at_risk: at } = notification;
  if (!needsReconnect(notification) || username === null) return [];
  if (at === null) return [`Reconecte @${username} para voltar a publicar nela.`];
  const what = posts === 1 ? 'o post agendado' : `os ${posts} posts agendados`;
  return [
    `Reconecte @${username} até ${dayAndTime(at)} (horário de Brasília) para não perder ${what}.`,
  ];
}

function atRiskText(notification: ClaimedNotification): string[] {
  const { at_risk: posts, first_at_risk: at, taken_at: now } = notification;
  if (!isRestricted(notification) || at === null) return [];
  const first = `${posts === 1 ? '' : 'o primeiro '}${dayKey(at) === dayKey(now) ? 'hoje,' : 'em'}`;
  return [`${postsAtRisk(posts)}, ${first} ${dayAndTime(at)} (horário de Brasília).`];
}

const postsAtRisk = (posts: number) => `${posts === 1 ? '1 post' : `${posts} posts`} em risco`;

const isAccountStopped = ({ post_id: postId, code }: ClaimedNotification): boolean =>
  postId === null && handlingOf(code).stopsAccount === true;

const isRestricted = (notification: ClaimedNotification): boolean =>
  isAccountStopped(notification) && notification.action === 'try_again';

const needsReconnect = (notification: ClaimedNotification): boolean =>
  isAccountStopped(notification) && notification.action === 'reconnect';

function composeDigest(
  notifications: readonly ClaimedNotification[],
  publicUrl: string,
): EmailText {
  const hidden = notifications.length - MAX_LISTED;
  const items = notifications
    .slice(0, MAX_LISTED)
    .map((notification) => itemOf(notification, publicUrl));
  return {
    title: titleOf(notifications),
    paragraphs: [
      'Veja o que aconteceu com cada um. Os horários são de Brasília.',
      ...(hidden > 0
        ? [`Mostramos os ${MAX_LISTED} primeiros. Há mais ${hidden} na Pontual.`]
        : []),
    ],
    items,
  };
}

/** Failures come first, then issues that stop a whole account. */
function titleOf(all: readonly ClaimedNotification[]): string {
  const notifications = latestPerPost(all);
  const [handling, ...others] = new Set(notifications.map(({ code }) => handlingOf(code)));
  if (handling?.digestTitle !== undefined && others.length === 0) {
    return handling.digestTitle(notifications.length, inAccount(onlyAccountOf(notifications)));
  }
  const postNotifications = notifications.filter(({ post_id: postId }) => postId !== null);
  const unknown = postNotifications.filter(({ code }) => isUnknownOutcome(code));
  const failed = postNotifications.filter(
    (notification) => isFailure(notification) && !isUnknownOutcome(notification.code),
  );
  const accountNotification = notifications.find((notification) => notification.post_id === null);
  const rest = andMore(notifications.length - failed.length - unknown.length);
  if (failed.length > 0) {
    const what =
      failed.length === 1
        ? '1 post não foi publicado'
        : `${failed.length} posts não foram publicados`;
    const unknownText =
      unknown.length === 0
        ? ''
        : unknown.length === 1
          ? ', não sabemos se outro foi'
          : `, não sabemos se outros ${unknown.length} foram`;
    return `${what}${inAccount(onlyAccountOf(failed))}${unknownText}${rest}`;
  }
  if (unknown.length > 0) {
    const whether =
      unknown.length === 1 ? '1 post foi publicado' : `${unknown.length} posts foram publicados`;
    return `Não sabemos se ${whether}${inAccount(onlyAccountOf(unknown))}${rest}`;
  }
  if (accountNotification !== undefined)
    return `${subjectOf(accountNotification)}${andMore(notifications.length - 1)}`;
  const what =
    notifications.length === 1 ? '1 post precisa' : `${notifications.length} posts precisam`;
  return `${what} de você${inAccount(onlyAccountOf(notifications))}`;
}

/** A post counts once, by its last notification. */
function latestPerPost(notifications: readonly ClaimedNotification[]): ClaimedNotification[] {
  const last = new Map(
    notifications.map((notification) => [notification.post_id ?? notification.id, notification]),
  );
  return [...last.values()];
}

const andMore = (others: number): string =>
  others === 0 ? '' : ` e mais ${others === 1 ? '1 aviso' : `${others} avisos`}`;

function itemOf(notification: ClaimedNotification, publicUrl: string): Item {
  const { caption, post_id: postId, media_type: type } = notification;
  const text = [
    notification.message,
    ...reconnectDeadlineText(notification),
    ...atRiskText(notification),
  ].join(' ');
  const excerpt = excerptOf(caption);
  const name = type === null ? subjectOf(notification) : postName(notification);
  const title = excerpt === undefined ? name : `${name}: “${excerpt}”`;
  if (!notification.manual_publishing || postId === null) return { title, text };
  return {
    title,
    text,
    link: { label: PUBLISH_MANUALLY_LABEL, url: `${publicUrl}${manualPublishingPath(postId)}` },
  };
}

function subjectOf(notification: ClaimedNotification): string {
  const { code, scheduled_time: at, username } = notification;
  const { title, emailTitle = title } = handlingOf(code);
  const time = at === null ? null : formatDueTime(at);
  const where = inAccount(username);
  if (emailTitle !== undefined) {
    return emailTitle({ time, where, account: username === null ? null : `@${username}` });
  }
  return notification.post_id === null
    ? subjectOfAccount(notification)
    : subjectOfPost(notification, time === null ? 'Seu post' : `Seu post ${time}`, where);
}

function subjectOfPost(notification: ClaimedNotification, post: string, where: string): string {
  const { code, action, status } = notification;
  if (status === 'published') return `${post} foi publicado${where}`;
  if (isUnknownOutcome(code)) return `Não sabemos se ${lowerFirst(post)} foi publicado${where}`;
  if (isFailure(notification)) return `${post} não foi publicado${where}`;
  if (notification.is_unknown === true) {
    return `Ainda não sabemos se ${lowerFirst(post)} foi publicado${where}`;
  }
  if (notification.is_past === true) return `${post} ainda não foi publicado${where}`;
  return action === 'wait' && handlingOf(code).needsReader !== true
    ? `${post}${where} pode atrasar`
    : `${post}${where} precisa de você`;
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

function subjectOfAccount(notification: ClaimedNotification): string {
  const { action, username, at_risk: posts } = notification;
  if (username === null) return subjectsByAction[action];
  const subject = subjectsWithAccount[action](`@${username}`);
  const stopsPosts = needsReconnect(notification) || isRestricted(notification);
  return stopsPosts && posts > 0 ? `${subject}: ${postsAtRisk(posts)}` : subject;
}

/** For one notification manual publishing if offered; else reconnection, which resolves many posts. */
function buttonOf(notifications: readonly ClaimedNotification[]): ButtonTarget {
  const [only, ...rest] = notifications;
  if (only?.manual_publishing && only.post_id !== null && rest.length === 0) {
    return { label: PUBLISH_MANUALLY_LABEL, path: manualPublishingPath(only.post_id) };
  }
  const actions = new Set(notifications.map(({ action }) => action));
  if (actions.has('reconnect')) return reconnectButton(notifications);
  if (actions.has('confirm_account')) return { label: 'Escolher a conta', path: '/schedule' };
  const [link, ...otherLinks] = new Set(notifications.map(({ code }) => handlingOf(code).link));
  if (link !== undefined && otherLinks.length === 0) return link;
  const [postId, ...others] = new Set(notifications.map((notification) => notification.post_id));
  return postId != null && others.length === 0
    ? { label: 'Abrir o post', path: `/schedule?post=${postId}` }
    : { label: 'Ver os posts', path: '/schedule' };
}
