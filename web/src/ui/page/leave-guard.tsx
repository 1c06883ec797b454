import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router';
import { currentSession } from '../../api/session-store.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

/** What leaving means, and the two ways on. */
export interface LeaveDialogText {
  title: string;
  text: string;
  stayLabel: string;
  leaveLabel: string;
  /** Something would be lost. */
  losesWork: boolean;
}

interface LeaveGuardProps {
  text: LeaveDialogText;
  /** Somebody wants to close the dialog, or to leave its page. */
  isClosing: boolean;
  /** What is lost with the page, which may be closed or loaded again, is lost for good. */
  isLostOnUnload: boolean;
  /** There is no session to end: all who go away go on purpose. */
  isVisitor?: boolean;
  onStay: () => void;
  /** `isGoing`: by a link or Back, which goes on by itself. */
  onLeave: (isNavigating: boolean) => void;
}

/**
 * Asks before work is left behind: by closing its dialog, by a link, by Back, or by closing the tab.
 * A router knows one guard at a time, so it is rendered only while there is work to lose.
 */
export function LeaveGuard(props: LeaveGuardProps) {
  const { text, isClosing, isLostOnUnload, isVisitor = false, onStay, onLeave } = props;
  // A session that ended leads to the login page at once.
  const blocker = useBlocker(
    (move) => !isSamePage(move) && (isVisitor || currentSession() !== null),
  );

  // Only the browser can ask before a tab is closed or loaded again.
  useEffect(() => {
    if (!isLostOnUnload) return undefined;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [isLostOnUnload]);

  const stay = () => {
    onStay();
    blocker.reset?.();
  };
  return (
    <Dialog
      open={isClosing || blocker.state === 'blocked'}
      onOpenChange={stay}
      role="alertdialog"
      title={text.title}
      description={text.text}
      icon={<CircleAlert size={22} />}
      actions={
        <>
          <Button variant="ghost" onClick={stay}>
            {text.stayLabel}
          </Button>
          <Button
            variant={text.losesWork ? 'danger-solid' : 'ink'}
            onClick={() => {
              onLeave(blocker.state === 'blocked');
              blocker.proceed?.();
            }}
          >
            {text.leaveLabel}
          </Button>
        </>
      }
    />
  );
}

/** What is only taken out of the history leads nowhere. */
const isSamePage = ({
  historyAction,
  currentLocation: from,
  nextLocation: to,
}: Parameters<BlockerFunction>[0]): boolean =>
  historyAction === NavigationType.Replace &&
  from.pathname === to.pathname &&
  from.search === to.search;
