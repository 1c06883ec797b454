import { useCallback, useEffect, useState } from 'react';

/**
 * Gives the focus to what takes the place of something that goes, once that is drawn, however long it
 * takes: one frame more is a dialog's own, which takes the focus of what is gone.
 */
export function useFocusAfterRender(focus: () => void): () => void {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes === 0) return;
    requestAnimationFrame(() => requestAnimationFrame(focus));
    // oxlint-disable-next-line react/exhaustive-deps -- focus is another function each time
  }, [changes]);
  return useCallback(() => setChanges((count) => count + 1), []);
}
