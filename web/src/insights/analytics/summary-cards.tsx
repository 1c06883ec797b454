import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dot } from '../../ui/dot.tsx';
import { formatCount } from '../../ui/number-format.ts';

const cards = [
  { key: 'published', label: 'Publicados', icon: <Dot status="published" /> },
  { key: 'scheduled', label: 'Agendados', icon: <Dot status="scheduled" /> },
  { key: 'draft', label: 'Rascunhos', icon: <FileText size={15} /> },
  { key: 'failed', label: 'Com Falha', icon: <Dot status="failed" /> },
] as const satisfies readonly {
  key: keyof BasicAnalytics['summary'];
  label: string;
  icon: ReactNode;
}[];

export function SummaryCards({ summary }: { summary: BasicAnalytics['summary'] }) {
  return (
    <dl className="mb-3 grid grid-cols-2 gap-2.5 lg:mb-4 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ key, label, icon }) => (
        <div
          key={key}
          className="grid gap-1.5 rounded-lg border border-line bg-surface px-4 py-3 lg:px-5 lg:py-4"
        >
          <dt className="flex items-center gap-2 text-sm font-semibold text-ink-2">
            {icon}
            {label}
          </dt>
          <dd className="figure-big text-[2.25rem] lg:text-3xl">{formatCount(summary[key])}</dd>
        </div>
      ))}
    </dl>
  );
}
