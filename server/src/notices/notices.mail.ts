import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { PostAction } from '@pontual/contract/posts.ts';
import { renderMail, type Letter } from '../mail/mail-template.ts';
import type { NoticeInHand } from './notices.repository.ts';
import { excerptOf, postName } from './post-words.ts';

/** More than these are counted, not shown. */
const MAX_SHOWN = 20;

/** Subjects of what concerns the account, by code. */
const accountSubjects: Record<string, string> = {
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

/** One mail that tells these notices; there is at least one. */
export function composeMail(
  notices: readonly NoticeInHand[],
  publicUrl: string,
): { subject: string; html: string; text: string } {
  const [first] = notices;
  const letter = first !== undefined && notices.length === 1 ? oneNotice(first) : several(notices);
  const { label, path } = buttonOf(notices);
  const button = { label, url: `${publicUrl}${path}` };
  return { subject: letter.title, ...renderMail({ ...letter, button }) };
}

type Words = Omit<Letter, 'button'>;

function oneNotice(notice: NoticeInHand): Words {
  const { scheduled_time: at } = notice;
  const excerpt = excerptOf(notice.caption) ?? 'Sem legenda';
  return {
    title: subjectOf(notice),
    paragraphs: [notice.message],
    items:
      notice.media_type === null
        ? []
        : [
            {
              title: at === null ? postName(notice) : `${postName(notice)} (horário de Brasília)`,
              text: excerpt,
            },
          ],
  };
}

function several(notices: readonly NoticeInHand[]): Words {
  const hidden = notices.length - MAX_SHOWN;
  const items = notices.slice(0, MAX_SHOWN).map((notice) => {
    const excerpt = excerptOf(notice.caption);
    const name = notice.media_type === null ? subjectOf(notice) : postName(notice);
    return {
      title: excerpt === undefined ? name : `${name}: “${excerpt}”`,
      text: notice.message,
    };
  });
  return {
    title: `${notices.length} avisos sobre seus posts`,
    paragraphs: [
      'Veja o que aconteceu com cada um. Os horários são de Brasília.',
      ...(hidden > 0 ? [`Mostramos os ${MAX_SHOWN} primeiros. Há mais ${hidden} na Pontual.`] : []),
    ],
    items,
  };
}

function subjectOf(notice: NoticeInHand): string {
  if (notice.post_id === null) {
    return accountSubjects[notice.code] ?? subjectsByAction[notice.action];
  }
  const post =
    notice.scheduled_time === null ? 'Seu post' : `Seu post ${ofHour(notice.scheduled_time)}`;
  const { status, action } = notice;
  if (status === 'published') return `${post} saiu`;
  if (status === 'failed' || status === 'error' || status === 'expired') return `${post} não saiu`;
  if (notice.is_past === true) return `${post} ainda não saiu`;
  return action === 'wait' ? `${post} pode atrasar` : `${post} precisa de você`;
}

/** `das 10:30`, `da 01:15`. */
function ofHour(instant: Date): string {
  const time = formatTime(instant);
  return `${time.startsWith('01') ? 'da' : 'das'} ${time}`;
}

/** The one button: what mends most comes first, for one reconnection mends many posts. */
function buttonOf(notices: readonly NoticeInHand[]): { label: string; path: string } {
  const actions = new Set(notices.map(({ action }) => action));
  if (actions.has('reconnect')) return { label: 'Conectar conta', path: '/dashboard' };
  if (actions.has('confirm_account')) return { label: 'Escolher a conta', path: '/schedule' };
  const [postId, ...others] = new Set(notices.map((notice) => notice.post_id));
  return postId != null && others.length === 0
    ? { label: 'Abrir o post', path: `/schedule?post=${postId}` }
    : { label: 'Ver os posts', path: '/schedule' };
}
