import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import type { PostStats } from '../posts/lists-queries.ts';
import { shortDateTime } from '../ui/dates/date-text.ts';

const gridClass = 'mb-3 grid grid-cols-2 gap-3 lg:mb-4 lg:gap-4 xl:grid-cols-4';
const cardClass =
  'grid content-between gap-1 rounded-lg border border-line bg-surface px-4 py-3.5 lg:px-5 lg:py-4';

const NONE = 'Nenhum ainda';

interface StatCardsProps {
  stats: PostStats | undefined;
  now: Date;
  atRisk: boolean;
}

export function StatCards({ stats, now, atRisk }: StatCardsProps) {
  if (stats === undefined) return <StatSkeleton />;
  const next = stats.nextPost?.scheduledTime;
  return (
    <dl className={gridClass}>
      <Stat label="Posts Agendados" value={stats.scheduled} dot="scheduled">
        {next == null
          ? 'Nenhum na fila'
          : `${atRisk ? 'Em risco' : 'Próximo'}: ${next === '' ? 'data inválida' : shortDateTime(new Date(next), now)}`}
      </Stat>
      <Stat label="Posts Publicados" value={stats.published} dot="published">
        {stats.published === 0 ? NONE : 'No ar no Instagram'}
      </Stat>
      <Stat label="Rascunhos" value={stats.drafts}>
        {stats.drafts === 0 ? NONE : 'Ainda não agendados'}
      </Stat>
      <Stat label="Total de Posts" value={stats.total}>
        {failuresText(stats.failed)}
      </Stat>
    </dl>
  );
}

function failuresText(failed: number): string {
  if (failed === 0) return 'Nenhuma falha';
  return failed === 1 ? 'Inclui 1 falha' : `Inclui ${failed} falhas`;
}

function Stat(props: { label: string; value: number; dot?: string; children: ReactNode }) {
  const { label, value, dot, children } = props;
  return (
    <div className={cardClass}>
      <dt className="flex items-center justify-between gap-2 text-sm font-semibold text-ink-2">
        {label}
        {dot === undefined ? null : <Dot status={dot} />}
      </dt>
      <dd className="grid gap-1">
        <span className="figure-big text-[2.25rem] lg:text-3xl">{value}</span>
        <span className="text-xs text-ink-3">{children}</span>
      </dd>
    </div>
  );
}

function StatSkeleton() {
  return (
    <Skeleton className={gridClass}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={cx(cardClass, 'content-between lg:min-h-[129px]')}>
          <SkeletonBar className="h-3 w-2/3" />
          <SkeletonBar className="h-9 w-16" />
          <SkeletonBar className="h-3 w-1/2" />
        </div>
      ))}
    </Skeleton>
  );
}
