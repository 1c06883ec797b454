import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';

interface PagerButtonsProps {
  labels: readonly [previous: string, next: string];
  onPage: (by: 1 | -1) => void;
  onPrefetch?: ((by: 1 | -1) => void) | undefined;
  size?: 'sm' | 'md';
}

export function PagerButtons({ labels, onPage, onPrefetch, size = 'md' }: PagerButtonsProps) {
  const [previous, next] = labels;
  const signSize = size === 'sm' ? 18 : 20;
  return (
    <>
      <IconButton
        size={size}
        label={previous}
        icon={<ChevronLeft size={signSize} />}
        onClick={() => onPage(-1)}
        onPointerEnter={() => onPrefetch?.(-1)}
        onFocus={() => onPrefetch?.(-1)}
      />
      <IconButton
        size={size}
        label={next}
        icon={<ChevronRight size={signSize} />}
        onClick={() => onPage(1)}
        onPointerEnter={() => onPrefetch?.(1)}
        onFocus={() => onPrefetch?.(1)}
      />
    </>
  );
}
