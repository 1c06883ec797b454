import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router';
import { currentSession } from '../../api/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** What leaving means, and the two ways on. */
export interface LeaveWords {
  title: string;
  text: string;
  keep: string;
  leave: string;
  /** Something would be lost. */
  loses: boolean;
}

interface LeaveGuardProps {
  words: LeaveWords;
  /** Somebody wants to close the dialog, or to leave its page. */
  closing: boolean;
  /** What is lost with the page, which may be closed or loaded again, is lost for good. */
  endsWithPage: boolean;
  /** There is no session to end: all who go away go on purpose. */
  isVisitors?: boolean;
  onStay: () => void;
  /** `isGoing`: by a link or Back, which goes on by itself. */
  onLeave: (isGoing: boolean) => void;
}

/**
 * Asks before work is left behind: by closing its dialog, by a link, by Back, or by closing the tab.
 * A router knows one guard at a time, so it is rendered only while there is work to lose.
 */
export function LeaveGuard(props: LeaveGuardProps) {
  const { words, closing, endsWithPage, isVisitors = false, onStay, onLeave } = props;
  // A session that ended leads to the login page at once.
  const blocker = useBlocker(
    (move) => !isStaying(move) && (isVisitors || currentSession() !== null),
  );

  // Only the browser can ask before a tab is closed or loaded again.
  useEffect(() => {
    if (!endsWithPage) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [endsWithPage]);

  const stay = () => {
    onStay();
    blocker.reset?.();
  };
  return (
    <Dialog
      open={closing || blocker.state === 'blocked'}
      onOpenChange={stay}
      role="alertdialog"
      title={words.title}
      description={words.text}
      icon={<CircleAlert size={22} />}
      actions={
        <>
          <Button variant="ghost" onClick={stay}>
            {words.keep}
          </Button>
          <Button
            variant={words.loses ? 'danger-solid' : 'ink'}
            onClick={() => {
              onLeave(blocker.state === 'blocked');
              blocker.proceed?.();
            }}
          >
            {words.leave}
          </Button>
        </>
      }
    />
  );
}

/** What is only taken out of the history leads nowhere. */
const isStaying = ({
  historyAction,
  currentLocation: from,
  nextLocation: to,
}: Parameters<BlockerFunction>[0]): boolean =>
  historyAction === NavigationType.Replace &&
  from.pathname === to.pathname &&
  from.search === to.search;
