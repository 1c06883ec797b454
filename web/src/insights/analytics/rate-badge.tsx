import { Check, TriangleAlert, X } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { formatPercent } from '../../ui/number-format.ts';
import { rateTone } from './rate-tone.ts';

const icons = {
  pub: <Check size={13} />,
  ipe: <TriangleAlert size={13} />,
  bad: <X size={13} />,
} as const;

export function RateBadge({ rate }: { rate: number | null }) {
  if (rate === null) return <NoData />;
  const tone = rateTone(rate);
  return (
    <Badge tone={tone} icon={icons[tone]} className="tnum">
      {formatPercent(rate)}
    </Badge>
  );
}

export function NoData() {
  return <span className="text-2xs whitespace-nowrap text-ink-3">sem dados</span>;
}
