import { TriangleAlert } from 'lucide-react';

/** Marks a scheduled post that will not be published in its present state; the banner shows the reason. */
export function AtRiskMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warn-text">
      <TriangleAlert size={13} />
      Em risco
    </span>
  );
}
