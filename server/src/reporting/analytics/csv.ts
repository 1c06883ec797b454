import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { ExportedPost } from './post-pages.repository.ts';
import { engagementRate } from './analytics.rules.ts';

/** Excel recognises UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Excel in Portuguese expects semicolons, because numbers contain commas. */
const SEPARATOR = ';';
const LINE_END = '\r\n';

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, useGrouping: false });

/** Unknown values stay empty, because a word would prevent the column from being summed up. */
const formatCount = (value: number | null): string => (value === null ? '' : String(value));

/** Spreadsheets run a text that begins like a formula, full-width signs included (OWASP, CSV injection). */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
const quoteText = (value: string | null): string =>
  `"${escapeFormula(value ?? '').replaceAll('"', '""')}"`;

/** Separate columns for date and time can be sorted and filtered. */
const columns: Record<string, (post: ExportedPost) => string> = {
  Data: ({ scheduledTime }) => formatDate(scheduledTime),
  Hora: ({ scheduledTime }) => formatTime(scheduledTime),
  Tipo: ({ mediaType }) => mediaTypeNames[mediaType],
  Status: ({ status }) => postStatusNames[status],
  Legenda: ({ caption }) => quoteText(caption),
  'Publicado em': ({ publishedAt: at }) =>
    at === null ? '' : `${formatDate(at)} ${formatTime(at)}`,
  Link: ({ permalink }) => quoteText(permalink),
  Visualizações: ({ views }) => formatCount(views),
  Alcance: ({ reach }) => formatCount(reach),
  Curtidas: ({ likes }) => formatCount(likes),
  Comentários: ({ comments }) => formatCount(comments),
  Salvamentos: ({ saved }) => formatCount(saved),
  Compartilhamentos: ({ shares }) => formatCount(shares),
  Interações: ({ totalInteractions }) => formatCount(totalInteractions),
  'Engajamento (%)': (post) => {
    const engagement = engagementOfPost(post);
    return engagement === null ? '' : decimal.format(engagement);
  },
  'Motivo da falha': ({ errorMessage }) => quoteText(errorMessage),
  ID: ({ id }) => id,
};
const columnFormatters = Object.values(columns);

export const engagementOfPost = ({ totalInteractions, reach }: ExportedPost): number | null =>
  totalInteractions === null || reach === null
    ? null
    : engagementRate({ posts: 1, interactions: totalInteractions, reach });

export const csvHeader = (): string =>
  `${BYTE_ORDER_MARK}${Object.keys(columns).join(SEPARATOR)}${LINE_END}`;

export const csvRows = (posts: readonly ExportedPost[]): string =>
  posts
    .map((post) => `${columnFormatters.map((cell) => cell(post)).join(SEPARATOR)}${LINE_END}`)
    .join('');
