import { useEffect, useState } from 'react';

/**
 * Whoever presses right after writing presses before the server has looked at what was written: what is
 * to be done waits for it, and is forgotten where that fails.
 */
export function useSendWhenChecked(
  { isCurrent, isError }: { isCurrent: boolean; isError: boolean },
  send: () => void,
) {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (!isPending || !(isCurrent || isError)) return;
    setPending(false);
    if (isCurrent) send();
    // oxlint-disable-next-line react/exhaustive-deps -- go and its posts are of this very drawing
  }, [isPending, isCurrent, isError]);
  return {
    requestSend: () => setPending(true),
    /** Something has changed since: it was not this that was pressed for. */
    cancelSend: () => setPending(false),
  };
}
