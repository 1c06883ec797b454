import { useEffect, useState } from 'react';

/** The send is dropped when the check fails. */
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
    /** An edit cancels the pending send, which applied to the earlier content. */
    cancelSend: () => setPending(false),
  };
}
