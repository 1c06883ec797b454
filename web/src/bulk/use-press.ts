import { useEffect, useState } from 'react';

/**
 * Whoever presses right after writing presses before the server has looked at what was written: what is
 * to be done waits for it, and is forgotten where that fails.
 */
export function usePress(
  { isCurrent, isError }: { isCurrent: boolean; isError: boolean },
  go: () => void,
) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (!isPressed || !(isCurrent || isError)) return;
    setPressed(false);
    if (isCurrent) go();
    // oxlint-disable-next-line react/exhaustive-deps -- go and its posts are of this very drawing
  }, [isPressed, isCurrent, isError]);
  return {
    press: () => setPressed(true),
    /** Something has changed since: it was not this that was pressed for. */
    forget: () => setPressed(false),
  };
}
