import { TriangleAlert } from 'lucide-react';

/** Says of a scheduled post that it will not be published as things are; the band says why. */
export function AtRiskMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warn-text">
      <TriangleAlert size={13} />
      Em risco
    </span>
  );
}
