import type { LucideIcon } from 'lucide-react';
import { Card, CardHeader } from '../../ui/card.tsx';

interface TipsCardProps {
  title: string;
  Icon: LucideIcon;
  tips: readonly string[];
  level?: 'h2' | 'h3';
  className?: string;
}

export function TipsCard({ title, Icon, tips, level, className }: TipsCardProps) {
  return (
    <Card className={className}>
      <CardHeader title={title} level={level} />
      <ul className="px-4 pt-2 pb-3 lg:px-5">
        {tips.map((tip) => (
          <li
            key={tip}
            className="flex items-start gap-3.5 border-line py-3 text-pretty not-first:border-t"
          >
            <Icon size={18} className="mt-[3px] text-ink-3" />
            {tip}
          </li>
        ))}
      </ul>
    </Card>
  );
}
