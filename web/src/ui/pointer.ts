/** In px, from the top left of the window. */
export interface ScreenPoint {
  clientX: number;
  clientY: number;
}

export function followPointer(
  pointerId: number,
  signal: AbortSignal,
  { onMove, onEnd }: { onMove: (at: ScreenPoint) => void; onEnd: (dropped: boolean) => void },
): void {
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', handler: typeof onMove) =>
    window.addEventListener(
      name,
      (event) => {
        if (event.pointerId === pointerId) handler(event);
      },
      { signal },
    );
  listen('pointermove', ({ clientX, clientY }) => onMove({ clientX, clientY }));
  listen('pointerup', () => onEnd(true));
  listen('pointercancel', () => onEnd(false));
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // Esc must not close the surrounding dialog.
      event.stopPropagation();
      event.preventDefault();
      onEnd(false);
    },
    { signal, capture: true },
  );
}
