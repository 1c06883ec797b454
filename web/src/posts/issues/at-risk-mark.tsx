import { TriangleAlert } from 'lucide-react';

export function AtRiskMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-warn-text">
      <TriangleAlert size={13} />
      Em risco
    </span>
  );
}
