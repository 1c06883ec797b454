import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { ExportedPost } from './pages.ts';
import { engagementRate } from './analytics.rules.ts';

/** By it Excel knows that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** As Excel in Portuguese reads it: the comma is in the numbers. */
const SEPARATOR = ';';
const LINE_END = '\r\n';

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, useGrouping: false });

/** What is not known stays empty: a word in its place would keep the column from being summed up. */
const formatCount = (value: number | null): string => (value === null ? '' : String(value));

/**
 * A spreadsheet runs a text that begins like a formula, whoever wrote it (OWASP, CSV injection). The
 * full-width signs are read as the plain ones.
 */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
const quoteText = (value: string | null): string =>
  `"${escapeFormula(value ?? '').replaceAll('"', '""')}"`;

/** The instants in Brasília, in columns of their own, so that they can be sorted and filtered. */
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

/** In percent; null while it is not known. */
export const engagementOfPost = ({ totalInteractions, reach }: ExportedPost): number | null =>
  totalInteractions === null || reach === null
    ? null
    : engagementRate({ posts: 1, interactions: totalInteractions, reach });

/** The first line, of titles. */
export const csvHeader = (): string =>
  `${BYTE_ORDER_MARK}${Object.keys(columns).join(SEPARATOR)}${LINE_END}`;

/** A line for each post. */
export const csvRows = (posts: readonly ExportedPost[]): string =>
  posts
    .map((post) => `${columnFormatters.map((cell) => cell(post)).join(SEPARATOR)}${LINE_END}`)
    .join('');
