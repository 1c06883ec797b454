import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

interface TurnPagesProps {
  /** What the button back is called, and the button on. */
  labels: readonly [back: string, on: string];
  onTurn: (by: 1 | -1) => void;
  size?: 'sm' | 'md';
}

/** Leaf to the months, or the weeks, before and after. */
export function TurnPages({ labels: [back, on], onTurn, size = 'md' }: TurnPagesProps) {
  const signSize = size === 'sm' ? 18 : 20;
  return (
    <>
      <IconButton
        size={size}
        label={back}
        icon={<ChevronLeft size={signSize} />}
        onClick={() => onTurn(-1)}
      />
      <IconButton
        size={size}
        label={on}
        icon={<ChevronRight size={signSize} />}
        onClick={() => onTurn(1)}
      />
    </>
  );
}
