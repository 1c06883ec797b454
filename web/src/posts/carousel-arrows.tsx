import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../ui/cx.ts';

interface CarouselArrowsProps {
  labels: readonly [previous: string, next: string];
  /** From 0. */
  index: number;
  count: number;
  onSelect: (to: number) => void;
  /** In px. */
  size: number;
  className: string;
}

export function CarouselArrows({
  labels,
  index,
  count,
  onSelect,
  size,
  className,
}: CarouselArrowsProps) {
  const [previous, next] = labels;
  const arrows = [
    { label: previous, to: index - 1, Icon: ChevronLeft, side: 'left-0' },
    { label: next, to: index + 1, Icon: ChevronRight, side: 'right-0' },
  ];
  return arrows.map(({ label, to, Icon, side }) => {
    // At an end the button stays, or the focus would be lost.
    const isAtEnd = to < 0 || to >= count;
    return (
      <button
        key={side}
        type="button"
        aria-label={label}
        aria-disabled={isAtEnd || undefined}
        onClick={() => {
          if (!isAtEnd) onSelect(to);
        }}
        className={cx(
          'absolute top-1/2 grid -translate-y-1/2 place-items-center rounded-full aria-disabled:cursor-default',
          side,
          className,
        )}
      >
        <Icon size={size} />
      </button>
    );
  });
}
