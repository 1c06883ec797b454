import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { planBPath } from '@pontual/contract/paths.ts';
import type { PostAction } from '@pontual/contract/posts.ts';
import { renderMail, type Item, type Letter } from '../mail/mail-template.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { APPROVAL_ASKED } from './notices.rules.ts';
import type { NoticeInHand } from './notices.repository.ts';
import { NOT_COMMENTED } from '../comments/first-comments.rules.ts';
import { approvalCodes } from '../publishing/awaiting.ts';
import { excerptOf, postName } from './post-words.ts';

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
  const { label, path } = buttonOf(notices);
  const button = linkTo({ label, path }, publicUrl);
  const isOne = notices.length === 1 && first?.plan_b === true;
  const also = isOne && first.action === 'reconnect' ? { also: linkTo(CONNECT, publicUrl) } : {};
  return { subject: letter.title, ...renderMail({ ...letter, button, ...also }) };
}

const PLAN_B = 'Publicar eu mesmo';
const CONNECT = { label: 'Conectar conta', path: '/dashboard' };
const linkTo = ({ label, path }: typeof CONNECT, publicUrl: string) => ({
  label,
  url: `${publicUrl}${path}`,
});

type Words = Omit<Letter, 'button' | 'also'>;

function oneNotice(notice: NoticeInHand, targets: MailTargets): Words {
  const { scheduled_time: at } = notice;
  // By hand it goes out as it is: all of it is there to be copied.
  const caption = notice.plan_b ? notice.caption?.trim() || undefined : excerptOf(notice.caption);
  return {
    title: subjectOf(notice),
    paragraphs: notice.plan_b ? [notice.message, planBWords(notice)] : [notice.message],
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

function several(notices: readonly NoticeInHand[], publicUrl: string): Words {
  const hidden = notices.length - MAX_SHOWN;
  const items = notices.slice(0, MAX_SHOWN).map((notice) => itemOf(notice, publicUrl));
  return {
    title: notices.every(({ code }) => code === APPROVAL_ASKED)
      ? `${notices.length} posts esperam a sua aprovação`
      : `${notices.length} avisos sobre seus posts`,
    paragraphs: [
      'Veja o que aconteceu com cada um. Os horários são de Brasília.',
      ...(hidden > 0 ? [`Mostramos os ${MAX_SHOWN} primeiros. Há mais ${hidden} na Pontual.`] : []),
    ],
    items,
  };
}

function itemOf(notice: NoticeInHand, publicUrl: string): Item {
  const { caption, post_id: postId, media_type: type, message: text } = notice;
  const excerpt = excerptOf(caption);
  const name = type === null ? subjectOf(notice) : postName(notice);
  const title = excerpt === undefined ? name : `${name}: “${excerpt}”`;
  if (!notice.plan_b || postId === null) return { title, text };
  return { title, text, link: { label: PLAN_B, url: `${publicUrl}${planBPath(postId)}` } };
}

function subjectOf(notice: NoticeInHand): string {
  if (notice.post_id === null) {
    return accountSubjects[notice.code] ?? subjectsByAction[notice.action];
  }
  const whose = notice.code === APPROVAL_ASKED ? 'O post' : 'Seu post';
  const post = notice.scheduled_time === null ? whose : `${whose} ${ofHour(notice.scheduled_time)}`;
  const { status, action } = notice;
  if (notice.code === NOT_COMMENTED) return `${post} saiu sem o primeiro comentário`;
  if (notice.code === APPROVAL_ASKED) return `${post} espera a sua aprovação`;
  if (status === 'published') return `${post} saiu`;
  if (status === 'failed' || status === 'error' || status === 'expired') return `${post} não saiu`;
  if (notice.is_past === true) return `${post} ainda não saiu`;
  if (asksOfApproval.has(notice.code)) return `${post} precisa de você`;
  return action === 'wait' ? `${post} pode atrasar` : `${post} precisa de você`;
}

/** `das 10:30`, `da 01:15`. */
function ofHour(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** The one button: what mends most comes first, for one reconnection mends many posts. */
function buttonOf(notices: readonly NoticeInHand[]): { label: string; path: string } {
  const [only, ...rest] = notices;
  if (only?.plan_b && only.post_id !== null && rest.length === 0) {
    return { label: PLAN_B, path: planBPath(only.post_id) };
  }
  const actions = new Set(notices.map(({ action }) => action));
  if (actions.has('reconnect')) return CONNECT;
  if (actions.has('confirm_account')) return { label: 'Escolher a conta', path: '/schedule' };
  if (notices.every(({ code }) => code === 'series-stalled')) {
    return { label: 'Ver as repetições', path: '/queue' };
  }
  const [postId, ...others] = new Set(notices.map((notice) => notice.post_id));
  return postId != null && others.length === 0
    ? { label: 'Abrir o post', path: `/schedule?post=${postId}` }
    : { label: 'Ver os posts', path: '/schedule' };
}
