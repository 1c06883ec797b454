import { useCallback, useEffect, useState } from 'react';

/** Waits two frames, because a dialog restores the focus of a removed element in the first one. */
export function useFocusAfterRender(focus: () => void): () => void {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes === 0) return;
    requestAnimationFrame(() => requestAnimationFrame(focus));
    // oxlint-disable-next-line react/exhaustive-deps -- focus is another function each time
  }, [changes]);
  return useCallback(() => setChanges((count) => count + 1), []);
}
