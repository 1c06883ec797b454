import type { Post } from '@pontual/contract/posts.ts';
import { TriangleAlert } from 'lucide-react';
import { useIsAtRisk } from './needs.queries.ts';

/** Says of a scheduled post that it will not be published as things are; the band says why. */
export function AtRiskMark({ post }: { post: Post }) {
  if (!useIsAtRisk()(post)) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warn-text">
      <TriangleAlert size={13} />
      Em risco
    </span>
  );
}
