/** In px, from the top left of the window. */
export interface OnScreen {
  clientX: number;
  clientY: number;
}

/** Follows one pointer until it is lifted or lost, or Esc is pressed. */
export function followPointer(
  pointerId: number,
  signal: AbortSignal,
  { onMove, onEnd }: { onMove: (at: OnScreen) => void; onEnd: (dropped: boolean) => void },
): void {
  const hear = (name: 'pointermove' | 'pointerup' | 'pointercancel', then: typeof onMove) =>
    window.addEventListener(
      name,
      (event) => {
        if (event.pointerId === pointerId) then(event);
      },
      { signal },
    );
  hear('pointermove', ({ clientX, clientY }) => onMove({ clientX, clientY }));
  hear('pointerup', () => onEnd(true));
  hear('pointercancel', () => onEnd(false));
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // The dialog around what is dragged stays.
      event.stopPropagation();
      event.preventDefault();
      onEnd(false);
    },
    { signal, capture: true },
  );
}
