import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router';
import { currentSession } from '../../api/session-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface LeaveDialogText {
  title: string;
  text: string;
  stayLabel: string;
  leaveLabel: string;
  losesWork: boolean;
}

interface LeaveGuardProps {
  text: LeaveDialogText;
  isClosing: boolean;
  isLostOnUnload: boolean;
  /** A visitor has no session that could expire, so every navigation is intentional. */
  isVisitor?: boolean;
  onStay: () => void;
  /** The user left through a link or Back, and that navigation continues. */
  onLeave: (isNavigating: boolean) => void;
}

/** A router supports one blocker at a time, so this is rendered only while there is work to lose. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { text, isClosing, isLostOnUnload, isVisitor = false, onStay, onLeave } = props;
  // An expired session leads to the login page without a question.
  const blocker = useBlocker(
    (move) => !isSamePage(move) && (isVisitor || currentSession() !== null),
  );

  // The link may lead to another document, and the browser would ask again.
  const hasConfirmed = useRef(false);

  useEffect(() => {
    if (!isLostOnUnload) return undefined;
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (!hasConfirmed.current) event.preventDefault();
    };
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [isLostOnUnload]);

  const stay = () => {
    onStay();
    blocker.reset?.();
  };
  return (
    <ConfirmDialog
      open={isClosing || blocker.state === 'blocked'}
      onClose={stay}
      focusAfter={() => null}
      title={text.title}
      icon={<CircleAlert size={22} />}
      actionLabel={text.leaveLabel}
      cancelLabel={text.stayLabel}
      variant={text.losesWork ? 'danger-solid' : 'ink'}
      onConfirm={() => {
        hasConfirmed.current = true;
        onLeave(blocker.state === 'blocked');
        blocker.proceed?.();
      }}
    >
      {text.text}
    </ConfirmDialog>
  );
}

/** A history replacement on the same page is no navigation. */
const isSamePage = ({
  historyAction,
  currentLocation: from,
  nextLocation: to,
}: Parameters<BlockerFunction>[0]): boolean =>
  historyAction === NavigationType.Replace &&
  from.pathname === to.pathname &&
  from.search === to.search;
