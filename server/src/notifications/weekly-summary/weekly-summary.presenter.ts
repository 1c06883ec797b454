import { renderEmail } from '../../platform/mail/email-template.ts';
import { excerptOf, postName } from '../post-label.presenter.ts';
import type { SummaryPost } from './weekly-summary.repository.ts';

/** Per kind; further posts are counted but not listed. */
const MAX_LISTED = 10;

/** In the order of the email. */
const kinds = [
  { outcome: 'unknown', name: 'Sem confirmação', one: 'sem confirmação', many: 'sem confirmação' },
  { outcome: 'failed', name: 'Não publicado', one: 'não publicado', many: 'não publicados' },
  { outcome: 'published', name: 'Publicado', one: 'publicado', many: 'publicados' },
  { outcome: 'scheduled', name: 'Agendado', one: 'agendado', many: 'agendados' },
] as const;

export function composeWeeklySummary(
  posts: readonly SummaryPost[],
  publicUrl: string,
): { subject: string; html: string; text: string } {
  const postsWithOutcome = (outcome: SummaryPost['outcome']) =>
    posts.filter((post) => post.outcome === outcome);
  const accounts = new Set(posts.map(({ username }) => username));
  const countTexts = kinds.flatMap(({ outcome, one, many }) => {
    const { length } = postsWithOutcome(outcome);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  });
  const shown = kinds.flatMap(({ outcome, name }) =>
    postsWithOutcome(outcome)
      .slice(0, MAX_LISTED)
      .map((post) => ({
        title: `${name}: ${postName(accounts.size > 1 ? post : { ...post, username: null })}${post.team === null ? '' : ` (${post.team})`}`,
        text: excerptOf(post.caption) ?? 'Sem legenda',
      })),
  );
  const hidden = posts.length - shown.length;
  const [published, failed, scheduled] = [
    count(postsWithOutcome('published'), 'post foi publicado', 'posts foram publicados'),
    postsWithOutcome('failed').length === 0
      ? ''
      : ` e ${count(postsWithOutcome('failed'), 'não foi', 'não foram')}`,
    count(postsWithOutcome('scheduled'), 'post está agendado', 'posts estão agendados'),
  ];
  const { length: unknown } = postsWithOutcome('unknown');
  const unknownText =
    unknown === 0
      ? []
      : [
          `Não sabemos se ${unknown === 1 ? '1 post foi publicado' : `${unknown} posts foram publicados`}: veja no perfil antes de publicar de novo.`,
        ];
  const title = `Sua semana na Pontual: ${countTexts.join(', ')}`;
  const content = {
    title,
    paragraphs: [
      `Nos últimos 7 dias, ${published}${failed}. Nos próximos 7 dias, ${scheduled}. Os horários são de Brasília.`,
      ...unknownText,
      ...(hidden > 0 ? [`Há mais ${hidden} na Pontual.`] : []),
      'Você escolhe em Sua conta se quer receber este resumo.',
    ],
    items: shown,
    button: { label: 'Ver os posts', url: `${publicUrl}/schedule` },
  };
  return { subject: title, ...renderEmail(content) };
}

const count = ({ length }: readonly SummaryPost[], one: string, many: string) =>
  `${length === 0 ? 'nenhum' : length} ${length <= 1 ? one : many}`;
