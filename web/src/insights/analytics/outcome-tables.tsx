import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { formatMonthName, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { formatCount, formatPercent } from '../../ui/number-format.ts';
import { NumbersTable } from './numbers-table.tsx';
import { NoData, RateBadge } from './rate-badge.tsx';

const successColumn = { label: 'Taxa de sucesso', short: 'Sucesso' };

export function MonthlyTrends({ months }: { months: AdvancedAnalytics['monthlyTrends'] }) {
  return (
    <Card>
      <CardHeader title="Tendência mensal" level="h3" />
      <NumbersTable
        label="Tendência mensal"
        columns={[
          { label: 'Mês' },
          { label: 'Total' },
          { label: 'Publicados' },
          { label: 'Falhas' },
          successColumn,
        ]}
        rows={months.map(({ month, total, published, failed, successRate }) => ({
          key: month,
          head: formatMonthName(startOfDay(`${month}-01`)),
          cells: [
            formatCount(total),
            formatCount(published),
            formatCount(failed),
            <RateBadge key="rate" rate={successRate} />,
          ],
        }))}
      />
    </Card>
  );
}

export function TypePerformance({ types }: { types: AdvancedAnalytics['mediaPerformance'] }) {
  return (
    <Card>
      <CardHeader title="Performance por tipo" level="h3" />
      {types.length === 0 ? (
        <p className="px-4 py-5 text-sm text-pretty text-ink-3 lg:px-5">
          Sem dados: nenhum post nos últimos 6 meses.
        </p>
      ) : (
        <NumbersTable
          label="Performance por tipo"
          columns={[
            { label: 'Tipo' },
            { label: 'Total' },
            { label: 'Publicados', short: 'Publ.' },
            { label: 'Falhas' },
            { label: 'Engajamento médio', short: 'Engaj.' },
            successColumn,
          ]}
          rows={types.map(({ type, total, published, failed, avgEngagement, successRate }) => ({
            key: type,
            head: (
              <span className="inline-flex items-center gap-2">
                <span className="max-lg:hidden">
                  <MediaTypeIcon type={type} size={16} />
                </span>
                {mediaTypeNames[type]}
              </span>
            ),
            cells: [
              formatCount(total),
              formatCount(published),
              formatCount(failed),
              avgEngagement === null ? <NoData key="none" /> : formatPercent(avgEngagement),
              <RateBadge key="rate" rate={successRate} />,
            ],
          }))}
        />
      )}
    </Card>
  );
}
