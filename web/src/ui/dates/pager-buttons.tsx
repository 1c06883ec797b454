import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';

interface PagerButtonsProps {
  /** What the button back is called, and the button on. */
  labels: readonly [back: string, on: string];
  onPage: (by: 1 | -1) => void;
  /** A pointer or the focus is on one of them. */
  onPrefetch?: ((by: 1 | -1) => void) | undefined;
  size?: 'sm' | 'md';
}

/** Leaf to the months, or the weeks, before and after. */
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
