import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

interface TurnPagesProps {
  /** What the button back is called, and the button on. */
  labels: readonly [back: string, on: string];
  onTurn: (by: 1 | -1) => void;
  /** A pointer or the focus is on one of them. */
  onNear?: ((by: 1 | -1) => void) | undefined;
  size?: 'sm' | 'md';
}

/** Leaf to the months, or the weeks, before and after. */
export function TurnPages({ labels, onTurn, onNear, size = 'md' }: TurnPagesProps) {
  const [back, on] = labels;
  const signSize = size === 'sm' ? 18 : 20;
  return (
    <>
      <IconButton
        size={size}
        label={back}
        icon={<ChevronLeft size={signSize} />}
        onClick={() => onTurn(-1)}
        onPointerEnter={() => onNear?.(-1)}
        onFocus={() => onNear?.(-1)}
      />
      <IconButton
        size={size}
        label={on}
        icon={<ChevronRight size={signSize} />}
        onClick={() => onTurn(1)}
        onPointerEnter={() => onNear?.(1)}
        onFocus={() => onNear?.(1)}
      />
    </>
  );
}
