import {
  ConnectAccountDialog,
  FailureDialog,
  LimitReachedDialog,
} from '../posts/failure-dialogs.tsx';
import { readNow } from '../posts/now.ts';
import { failureTitle } from './use-submit-post.ts';
import { OfflineDialog } from './offline-dialog.tsx';
import { mayCreateDuplicate, mayAlreadyExist } from './unanswered-requests.ts';
import type { SubmitMode, Wizard } from './wizard-state.ts';

interface SubmitDialogsProps {
  wizard: Wizard;
  onDismiss: () => void;
  onRetry: (submitMode: SubmitMode) => void;
  onDemo: () => void;
  onConnect: () => void;
  onQueueOffline: (submitMode: SubmitMode) => void;
}

/** Specification, section 8. */
export function SubmitDialogs({
  wizard,
  onDismiss,
  onRetry,
  onDemo,
  onConnect,
  onQueueOffline,
}: SubmitDialogsProps) {
  const failure =
    wizard.step !== 'done' && wizard.sending.state === 'failed' ? wizard.sending.failure : null;
  const otherFailure = failure !== null && !decisionCodes.has(failure.code) ? failure : null;
  // If a retry may create a duplicate, the user must check first; an automatic retry is not offered.
  const canQueueOffline =
    otherFailure?.code === 'NETWORK' && !mayCreateDuplicate(wizard, readNow());
  const shownFailure = otherFailure && {
    title: failureTitle(otherFailure.submitMode),
    text: `${otherFailure.message}${mayExistText(wizard)}`,
    submitMode: otherFailure.submitMode,
  };
  return (
    <>
      <LimitReachedDialog
        open={failure?.code === 'LIMIT_EXCEEDED'}
        message={failure?.message ?? ''}
        onDismiss={onDismiss}
      />
      <ConnectAccountDialog
        open={failure?.code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={onDemo}
        onConnect={onConnect}
      />
      <OfflineDialog
        failure={canQueueOffline ? shownFailure : null}
        onDismiss={onDismiss}
        onRetry={() => {
          if (otherFailure !== null) onRetry(otherFailure.submitMode);
        }}
        onQueueOffline={() => {
          if (otherFailure !== null) onQueueOffline(otherFailure.submitMode);
        }}
      />
      <FailureDialog
        failure={canQueueOffline ? null : shownFailure}
        onDismiss={onDismiss}
        onRetry={() => {
          if (otherFailure !== null) onRetry(otherFailure.submitMode);
        }}
      />
    </>
  );
}

function mayExistText(wizard: Wizard): string {
  if (!mayAlreadyExist(wizard)) return '';
  return mayCreateDuplicate(wizard, readNow())
    ? ' O post pode já existir: confira no calendário antes de tentar de novo.'
    : ' O post pode já existir: tentar de novo não cria outro, mas, se você mudar algo, confira antes no calendário.';
}

const decisionCodes: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'INSTAGRAM_NOT_CONNECTED']);
