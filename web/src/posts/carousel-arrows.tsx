import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../ui/cx.ts';

interface CarouselArrowsProps {
  /** What the button back is called, and the button on. */
  labels: readonly [back: string, on: string];
  /** Which item is shown, counted from 0. */
  index: number;
  count: number;
  onSelect: (to: number) => void;
  /** Of their signs, in px. */
  size: number;
  className: string;
}

/** Turn to the item before or after the one that is shown; they lie over it at both sides. */
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
    // At an end it stays, or the focus would be lost.
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
