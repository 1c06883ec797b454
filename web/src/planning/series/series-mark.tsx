import { describeRule } from '@pontual/contract/planning/series-dates.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import { Repeat } from 'lucide-react';

export function SeriesMark({ rule }: { rule: SeriesRule }) {
  return (
    <span className="inline-flex items-center text-ink-3">
      <Repeat size={14} aria-hidden="true" />
      <span className="sr-only">, repete {describeRule(rule)}</span>
    </span>
  );
}
