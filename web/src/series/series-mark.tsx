import { sayRule } from '@pontual/contract/series-dates.ts';
import type { RepeatRule } from '@pontual/contract/series-rule.ts';
import { Repeat } from 'lucide-react';

/** In the line of a post that comes again. */
export function SeriesMark({ rule }: { rule: RepeatRule }) {
  return (
    <span className="inline-flex items-center text-ink-3">
      <Repeat size={14} aria-hidden="true" />
      <span className="sr-only">, repete {sayRule(rule)}</span>
    </span>
  );
}
