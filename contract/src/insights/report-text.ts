import {
  formatDayMonth,
  formatMonth,
  formatMonthName,
  startOfDay,
} from '../shared/brasilia-time.ts';
import type { FailureCause, MonthlyReport, ReportTotals } from './reports.ts';

const NO_DATA = 'sem dados';

const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

export const formatWhole = (count: number | null): string =>
  count === null ? NO_DATA : whole.format(count);
export const formatReportPercent = (rate: number | null): string =>
  rate === null ? NO_DATA : `${tenths.format(rate)}%`;
const formatTenths = (value: number): string => tenths.format(value);
export const formatPostCount = (count: number): string => formatCount(count, 'post', 'posts');

const formatCount = (count: number, one: string, more: string): string =>
  `${whole.format(count)} ${count === 1 ? one : more}`;

const firstDay = (month: string): Date => startOfDay(`${month}-01`);
export const monthTitle = (month: string): string => formatMonth(firstDay(month));
const reportDayTitle = (date: string): string => formatDayMonth(startOfDay(date));
export const reportTitle = (month: string): string => `Relatório de ${monthTitle(month)}`;

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;
/** Returns `terça, 18:00`; weekday 0 is Sunday. */
export const hourTitle = ({ weekday, hour }: { weekday: number; hour: number }): string =>
  `${weekdays[weekday] ?? ''}, ${String(hour).padStart(2, '0')}:00`;

export const failureCauseNames: Record<FailureCause, string> = {
  connection: 'Conta desconectada ou sem autorização',
  blocked: 'Conta retida pelo Instagram',
  media: 'Arquivo que o Instagram não aceitou',
  text: 'Legenda ou marcações',
  limit: 'Limite de posts do Instagram',
  unconfirmed: 'Publicação que o Instagram não confirmou',
  service: 'Falha do Instagram ou nossa',
};

export const sectionTitles = {
  days: 'Posts por dia',
  reach: 'Alcance por dia',
  types: 'Tipos de mídia',
  grid: 'O perfil no mês',
  hours: 'Melhores horários',
  hashtags: 'Hashtags',
  failures: 'Por que não saiu',
  topPosts: 'Posts com mais engajamento',
} as const;

export const emptySectionTexts = {
  reach: 'Sem dados: o Instagram ainda não informou o alcance da conta neste mês.',
  types: 'Nenhum post publicado neste mês.',
  grid: 'Nenhum post deste mês no perfil.',
  hours: 'Sem dados: são precisos pelo menos 5 posts com engajamento conhecido na mesma hora.',
  hashtags: 'Sem dados: nenhuma legenda publicada neste mês.',
  failures: 'Nenhuma falha neste mês.',
  topPosts: 'Sem dados: o engajamento aparece depois que o Instagram o informa.',
} as const;

interface Figure {
  label: string;
  value: string;
  comparison: string;
}

export function headlineFigures(report: MonthlyReport): Figure[] {
  const { totals, before } = report;
  const previousValue = (pick: (totals: ReportTotals) => number | null) =>
    before === null ? null : pick(before);
  const previousMonth = previousMonthName(report);
  return [
    {
      label: 'Publicados',
      value: formatWhole(totals.published),
      comparison: formatComparison(
        previousValue(({ published }) => published),
        previousMonth,
        formatWhole,
      ),
    },
    {
      label: 'Com falha',
      value: formatWhole(totals.failed),
      comparison: formatComparison(
        previousValue(({ failed }) => failed),
        previousMonth,
        formatWhole,
      ),
    },
    {
      label: 'Taxa de sucesso',
      value: formatReportPercent(totals.successRate),
      comparison: formatComparison(
        previousValue(({ successRate }) => successRate),
        previousMonth,
        formatReportPercent,
      ),
    },
    {
      label: 'Engajamento',
      value: formatReportPercent(totals.engagement),
      comparison: formatComparison(
        previousValue(({ engagement }) => engagement),
        previousMonth,
        formatReportPercent,
      ),
    },
  ];
}

function previousMonthName({ month, before }: MonthlyReport): string | null {
  if (before === null) return null;
  return formatMonthName(new Date(firstDay(month).getTime() - 1));
}

const formatComparison = (
  previous: number | null,
  month: string | null,
  format: (value: number | null) => string,
): string => (month === null ? 'primeiro mês' : `${format(previous)} em ${month}`);

export function accountLines({ account, totals }: MonthlyReport): string[] {
  const followers = account?.followers ?? null;
  const followersText =
    followers === null
      ? `Seguidores: ${NO_DATA}.`
      : followers.first.date === followers.last.date
        ? `Seguidores: ${formatWhole(followers.last.count)} em ${reportDayTitle(followers.last.date)}.`
        : `Seguidores: ${formatWhole(followers.first.count)} em ${reportDayTitle(followers.first.date)}, ${formatWhole(followers.last.count)} em ${reportDayTitle(followers.last.date)}.`;
  const reach =
    totals.reach === null
      ? `Alcance dos posts: ${NO_DATA}.`
      : `Alcance dos posts: ${formatWhole(totals.reach)}, com ${formatCount(totals.interactions ?? 0, 'interação', 'interações')}.`;
  return [followersText, reach];
}

/** Returns the text of one day: `9 de junho: 4 publicados, 1 falha`. */
export function describeReportDay({
  date,
  published,
  failed,
}: MonthlyReport['days'][number]): string {
  const failures = failed === 0 ? '' : `, ${formatCount(failed, 'falha', 'falhas')}`;
  return `${reportDayTitle(date)}: ${formatCount(published, 'publicado', 'publicados')}${failures}`;
}

export const describeReach = ({ date, reach }: MonthlyReport['days'][number]): string =>
  `${reportDayTitle(date)}: ${reach === null ? NO_DATA : formatCount(reach, 'pessoa', 'pessoas')}`;

export function hashtagFigures({
  average,
  most,
  posts,
  usageRate,
}: NonNullable<MonthlyReport['hashtags']>): { label: string; value: string }[] {
  return [
    { label: 'média por post', value: formatTenths(average) },
    { label: 'máximo usado', value: formatWhole(most) },
    { label: 'posts com hashtags', value: formatWhole(posts) },
    { label: 'taxa de uso', value: formatReportPercent(usageRate) },
  ];
}

export function reportSubtitle({ account }: MonthlyReport): string {
  return account === null ? 'Nenhuma conta do Instagram conectada' : `@${account.username}`;
}
