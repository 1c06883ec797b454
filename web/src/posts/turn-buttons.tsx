import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../ui/cx.ts';

interface TurnButtonsProps {
  /** What the button back is called, and the button on. */
  labels: readonly [back: string, on: string];
  /** Which item is shown, counted from 0. */
  at: number;
  of: number;
  onTurn: (to: number) => void;
  /** Of their signs, in px. */
  size: number;
  className: string;
}

/** Turn to the item before or after the one that is shown; they lie over it at both sides. */
export function TurnButtons({ labels, at, of, onTurn, size, className }: TurnButtonsProps) {
  const [back, on] = labels;
  const turns = [
    { label: back, to: at - 1, Icon: ChevronLeft, side: 'left-0' },
    { label: on, to: at + 1, Icon: ChevronRight, side: 'right-0' },
  ];
  return turns.map(({ label, to, Icon, side }) => {
    // At an end it stays, or the focus would be lost.
    const ends = to < 0 || to >= of;
    return (
      <button
        key={side}
        type="button"
        aria-label={label}
        aria-disabled={ends || undefined}
        onClick={() => {
          if (!ends) onTurn(to);
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
