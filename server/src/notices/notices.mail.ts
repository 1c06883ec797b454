import { dayKey, formatTime } from '@pontual/contract/brasilia-time.ts';
import { planBPath } from '@pontual/contract/paths.ts';
import type { PostAction } from '@pontual/contract/posts.ts';
import { renderMail, type Item, type Letter } from '../mail/mail-template.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { APPROVAL_ASKED, isUnknown, tellsOfFailure } from './notices.rules.ts';
import type { NoticeInHand } from './notices.repository.ts';
import { NOT_COMMENTED } from '../comments/first-comments.rules.ts';
import { approvalCodes } from '../publishing/awaiting.ts';
import { dayAndTime, excerptOf, inAccount, postName } from './post-words.ts';

/** More than these are counted, not shown. */
const MAX_SHOWN = 20;

/** Subjects of what concerns the account, by code. */
const accountSubjects: Record<string, string> = {
  'series-stalled': 'Um post que se repete parou',
  'token-ending': 'A autorização do Instagram está perto do fim',
  'instagram-removed': 'Os dados do seu Instagram foram excluídos',
  'google-linked': 'Sua conta agora também entra com Google',
  'google-taken-over': 'Sua conta agora entra com Google',
};

/** Subjects of any other code, by what mends it. */
const subjectsByAction: Record<PostAction, string> = {
  reconnect: 'Conecte sua conta do Instagram de novo',
  confirm_account: 'Escolha a conta dos seus posts',
  change_media: 'Seus posts precisam de você',
  edit: 'Seus posts precisam de você',
  try_again: 'Sua conta do Instagram precisa de você',
  wait: 'Seus posts vão esperar um pouco',
};

/** The same, where the account is known. */
const subjectsOfAccount: Record<PostAction, (account: string) => string> = {
  reconnect: (account) => `${account} está desconectada`,
  confirm_account: () => subjectsByAction.confirm_account,
  change_media: (account) => `Os posts de ${account} precisam de você`,
  edit: (account) => `Os posts de ${account} precisam de você`,
  try_again: (account) => `O Instagram restringiu ${account}`,
  wait: (account) => `Os posts de ${account} vão esperar um pouco`,
};

/** What waits for somebody's word, and not for Instagram. */
const asksOfApproval: ReadonlySet<string> = new Set(approvalCodes);

export interface MailTargets {
  publicUrl: string;
  links: Pick<MediaLinks, 'forOwner'>;
}

/** One mail that tells these notices; there is at least one. */
export function composeMail(
  notices: readonly NoticeInHand[],
  targets: MailTargets,
): { subject: string; html: string; text: string } {
  const { publicUrl } = targets;
  const [first] = notices;
  const letter =
    first !== undefined && notices.length === 1
      ? oneNotice(first, targets)
      : several(notices, publicUrl);
  const button = linkTo(buttonOf(notices), publicUrl);
  const isOne = notices.length === 1 && first?.plan_b === true;
  const also =
    isOne && first.action === 'reconnect' ? { also: linkTo(reconnectOf(notices), publicUrl) } : {};
  return { subject: letter.title, ...renderMail({ ...letter, button, ...also }) };
}

const PLAN_B = 'Publicar eu mesmo';
interface Target {
  label: string;
  path: string;
}
const linkTo = ({ label, path }: Target, publicUrl: string) => ({
  label,
  url: `${publicUrl}${path}`,
});

/** Where an account is connected again: it is named, unless it is several, or none is there any more. */
function reconnectOf(notices: readonly NoticeInHand[]): Target {
  const asking = notices.filter(
    ({ action, code }) => action === 'reconnect' && code !== 'instagram-removed',
  );
  const account = onlyAccountOf(asking);
  const label = account === null ? 'Conectar conta' : `Reconectar @${account}`;
  return { label, path: '/dashboard' };
}

/** The one account that all of these are about; null of several, or where one is not known. */
function onlyAccountOf(notices: readonly NoticeInHand[]): string | null {
  const [account = null, ...others] = new Set(notices.map(({ username }) => username));
  return others.length === 0 ? account : null;
}

type Words = Omit<Letter, 'button' | 'also'>;

function oneNotice(notice: NoticeInHand, targets: MailTargets): Words {
  const { scheduled_time: at } = notice;
  // By hand it goes out as it is: all of it is there to be copied.
  const caption = notice.plan_b ? notice.caption?.trim() || undefined : excerptOf(notice.caption);
  return {
    title: subjectOf(notice),
    paragraphs: [
      notice.message,
      ...(notice.plan_b ? [planBWords(notice)] : []),
      ...untilWhen(notice),
      ...atRisk(notice),
    ],
    items:
      notice.media_type === null
        ? []
        : [
            {
              title: at === null ? postName(notice) : `${postName(notice)} (horário de Brasília)`,
              text: caption ?? 'Sem legenda',
              ...(notice.plan_b ? { media: mediaOf(notice, targets) } : {}),
            },
          ],
  };
}

/** What goes to Instagram, to be fetched by whoever has the mail in hand: on a phone, without a login. */
function mediaOf({ media }: NoticeInHand, { publicUrl, links }: MailTargets) {
  return media.map(({ fileId, kind, hasThumbnail }, index) => ({
    label: `Baixar ${kind === 'video' ? 'vídeo' : 'foto'}${media.length > 1 ? ` ${index + 1}` : ''}`,
    url: `${publicUrl}${links.forOwner(fileId, 'file')}`,
    thumbnailUrl: hasThumbnail ? `${publicUrl}${links.forOwner(fileId, 'thumbnail')}` : null,
  }));
}

/** How its owner publishes it, and what becomes of it here. */
function planBWords({ status, action }: NoticeInHand): string {
  const isOver = status === 'failed' || status === 'error' || status === 'expired';
  return [
    'Plano B: publique você mesmo, pelo aplicativo do Instagram. Abra a página no celular: a mídia e a legenda estão prontas para compartilhar.',
    isOver
      ? ''
      : action === 'reconnect'
        ? 'Com a conta conectada de novo, a Pontual volta a tentar.'
        : 'Enquanto isso, continuamos tentando.',
    isOver ? '' : `Se for publicar você mesmo, toque antes em ${PLAN_B}, para não sair duas vezes.`,
    'Quando o post aparecer na sua conta, ele fica como publicado aqui.',
    'Os links da mídia neste e-mail valem por 24 horas.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Of an account that was disconnected: until when it is to be connected again, and for what. */
function untilWhen(notice: NoticeInHand): string[] {
  const { username, at_risk: posts, first_at_risk: at } = notice;
  if (!isDisconnected(notice) || username === null) return [];
  if (at === null) return [`Reconecte @${username} para voltar a publicar nela.`];
  const what = posts === 1 ? 'o post agendado' : `os ${posts} posts agendados`;
  return [
    `Reconecte @${username} até ${dayAndTime(at)} (horário de Brasília) para não perder ${what}.`,
  ];
}

/** Of a restricted account: how many posts wait for it, and when the first is due. */
function atRisk(notice: NoticeInHand): string[] {
  const { at_risk: posts, first_at_risk: at, taken_at: now } = notice;
  if (!isRestricted(notice) || at === null) return [];
  const first = `${posts === 1 ? '' : 'o primeiro '}${dayKey(at) === dayKey(now) ? 'hoje,' : 'em'}`;
  return [`${postsAtRisk(posts)}, ${first} ${dayAndTime(at)} (horário de Brasília).`];
}

const postsAtRisk = (posts: number) => `${posts === 1 ? '1 post' : `${posts} posts`} em risco`;

/** Instagram restricted the account itself. */
const isRestricted = ({ post_id: postId, action }: NoticeInHand): boolean =>
  postId === null && action === 'try_again';

/** Its authorisation is refused, not only about to end. */
const isDisconnected = ({ post_id: postId, action, code }: NoticeInHand): boolean =>
  postId === null && action === 'reconnect' && accountSubjects[code] === undefined;

function several(notices: readonly NoticeInHand[], publicUrl: string): Words {
  const hidden = notices.length - MAX_SHOWN;
  const items = notices.slice(0, MAX_SHOWN).map((notice) => itemOf(notice, publicUrl));
  return {
    title: titleOf(notices),
    paragraphs: [
      'Veja o que aconteceu com cada um. Os horários são de Brasília.',
      ...(hidden > 0 ? [`Mostramos os ${MAX_SHOWN} primeiros. Há mais ${hidden} na Pontual.`] : []),
    ],
    items,
  };
}

/** Failures first, then what holds a whole account up: that is not to be missed among others. */
function titleOf(all: readonly NoticeInHand[]): string {
  const notices = lastOfEachPost(all);
  const asked = notices.filter(({ code }) => code === APPROVAL_ASKED);
  if (asked.length === notices.length) {
    const what = asked.length === 1 ? '1 post espera' : `${asked.length} posts esperam`;
    return `${what} a sua aprovação${inAccount(onlyAccountOf(asked))}`;
  }
  const ofPosts = notices.filter(({ post_id: postId }) => postId !== null);
  const unknown = ofPosts.filter(({ code }) => isUnknown(code));
  const failed = ofPosts.filter((notice) => tellsOfFailure(notice) && !isUnknown(notice.code));
  const ofAccount = notices.find((notice) => notice.post_id === null);
  const rest = andMore(notices.length - failed.length - unknown.length);
  if (failed.length > 0) {
    const what =
      failed.length === 1
        ? '1 post não foi publicado'
        : `${failed.length} posts não foram publicados`;
    const doubt =
      unknown.length === 0
        ? ''
        : unknown.length === 1
          ? ', não sabemos se outro foi'
          : `, não sabemos se outros ${unknown.length} foram`;
    return `${what}${inAccount(onlyAccountOf(failed))}${doubt}${rest}`;
  }
  if (unknown.length > 0) {
    const whether =
      unknown.length === 1 ? '1 post foi publicado' : `${unknown.length} posts foram publicados`;
    return `Não sabemos se ${whether}${inAccount(onlyAccountOf(unknown))}${rest}`;
  }
  if (ofAccount !== undefined) return `${subjectOf(ofAccount)}${andMore(notices.length - 1)}`;
  const what = notices.length === 1 ? '1 post precisa' : `${notices.length} posts precisam`;
  return `${what} de você${inAccount(onlyAccountOf(notices))}`;
}

/** A post with several notices counts once: its last notice tells how it stands. */
function lastOfEachPost(notices: readonly NoticeInHand[]): NoticeInHand[] {
  const last = new Map(notices.map((notice) => [notice.post_id ?? notice.id, notice]));
  return [...last.values()];
}

const andMore = (others: number): string =>
  others === 0 ? '' : ` e mais ${others === 1 ? '1 aviso' : `${others} avisos`}`;

function itemOf(notice: NoticeInHand, publicUrl: string): Item {
  const { caption, post_id: postId, media_type: type } = notice;
  const text = [notice.message, ...untilWhen(notice), ...atRisk(notice)].join(' ');
  const excerpt = excerptOf(caption);
  const name = type === null ? subjectOf(notice) : postName(notice);
  const title = excerpt === undefined ? name : `${name}: “${excerpt}”`;
  if (!notice.plan_b || postId === null) return { title, text };
  return { title, text, link: { label: PLAN_B, url: `${publicUrl}${planBPath(postId)}` } };
}

function subjectOf(notice: NoticeInHand): string {
  const { code, action, status, username } = notice;
  if (notice.post_id === null) return subjectOfAccount(notice);
  const whose = code === APPROVAL_ASKED ? 'O post' : 'Seu post';
  const post = notice.scheduled_time === null ? whose : `${whose} ${ofHour(notice.scheduled_time)}`;
  const where = inAccount(username);
  if (code === NOT_COMMENTED) return `${post} foi publicado${where} sem o primeiro comentário`;
  if (code === APPROVAL_ASKED) return `${post}${where} espera a sua aprovação`;
  if (status === 'published') return `${post} foi publicado${where}`;
  if (isUnknown(code)) return `Não sabemos se ${lowered(post)} foi publicado${where}`;
  if (tellsOfFailure(notice)) return `${post} não foi publicado${where}`;
  if (notice.is_in_doubt === true) {
    return `Ainda não sabemos se ${lowered(post)} foi publicado${where}`;
  }
  if (notice.is_past === true) return `${post} ainda não foi publicado${where}`;
  if (asksOfApproval.has(code)) return `${post}${where} precisa de você`;
  return action === 'wait' ? `${post}${where} pode atrasar` : `${post}${where} precisa de você`;
}

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

function subjectOfAccount(notice: NoticeInHand): string {
  const { code, action, username, at_risk: posts } = notice;
  if (username === null) return accountSubjects[code] ?? subjectsByAction[action];
  const account = `@${username}`;
  if (code === 'token-ending') return `A autorização de ${account} está perto do fim`;
  const subject = accountSubjects[code] ?? subjectsOfAccount[action](account);
  const stopsAccount = isDisconnected(notice) || isRestricted(notice);
  return stopsAccount && posts > 0 ? `${subject}: ${postsAtRisk(posts)}` : subject;
}

/** `das 10:30`, `da 01:15`. */
function ofHour(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** The one button: what mends most comes first, for one reconnection mends many posts. */
function buttonOf(notices: readonly NoticeInHand[]): Target {
  const [only, ...rest] = notices;
  if (only?.plan_b && only.post_id !== null && rest.length === 0) {
    return { label: PLAN_B, path: planBPath(only.post_id) };
  }
  const actions = new Set(notices.map(({ action }) => action));
  if (actions.has('reconnect')) return reconnectOf(notices);
  if (actions.has('confirm_account')) return { label: 'Escolher a conta', path: '/schedule' };
  if (notices.every(({ code }) => code === 'series-stalled')) {
    return { label: 'Ver as repetições', path: '/queue' };
  }
  const [postId, ...others] = new Set(notices.map((notice) => notice.post_id));
  return postId != null && others.length === 0
    ? { label: 'Abrir o post', path: `/schedule?post=${postId}` }
    : { label: 'Ver os posts', path: '/schedule' };
}
