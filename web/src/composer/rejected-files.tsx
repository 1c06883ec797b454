import { useEffect, useRef, useState, type Dispatch, type RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { FileReasons } from './file-messages.tsx';
import type { RejectedSelection } from './selection.ts';
import type { FilePicking } from './use-files.ts';
import type { EditingStep, WizardAction } from './wizard-state.ts';

interface RejectedFilesProps {
  rejectedSelection: RejectedSelection;
  onAddAccepted: () => void;
  onDismiss: () => void;
}

/** Why the last selection was not taken, file by file, and a way to take what is good of it. */
export function RejectedFiles({ rejectedSelection, onAddAccepted, onDismiss }: RejectedFilesProps) {
  const { rejected, acceptedFiles } = rejectedSelection;
  const box = useRef<HTMLDivElement>(null);
  // The same files may be refused again, in the same words.
  const [announced, setAnnounced] = useState({ rejected, times: 1 });
  if (announced.rejected !== rejected) setAnnounced({ rejected, times: announced.times + 1 });
  // Nothing else has changed on the screen, so it must be seen.
  useEffect(() => {
    if (rejected.length > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [rejected]);
  return (
    <FileReasons
      ref={box}
      label="Arquivos que não entraram"
      files={rejected}
      announcementCount={announced.times}
      title={titleOf(rejectedSelection)}
      isInformational={rejected.every((file) => file.isDuplicate)}
      action={
        acceptedFiles.length === 0 ? null : (
          <Button variant="line" size="sm" className="mt-2.5 mb-1" onClick={onAddAccepted}>
            {addAcceptedLabel(rejectedSelection)}
          </Button>
        )
      }
      onDismiss={onDismiss}
    />
  );
}

interface StepRejectedFilesProps {
  wizard: EditingStep;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  heading: RefObject<HTMLElement | null>;
}

/** The same in a step of the wizard: its heading takes the focus of a button that goes. */
export function StepRejectedFiles({ wizard, dispatch, picking, heading }: StepRejectedFilesProps) {
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <RejectedFiles
      rejectedSelection={wizard.rejectedSelection}
      onAddAccepted={() => {
        picking.addAccepted();
        focusHeading();
      }}
      onDismiss={() => {
        dispatch({ type: 'leftOutDismissed' });
        focusHeading();
      }}
    />
  );
}

/** What has become of the selection, unless its only file says so itself. */
function titleOf({ rejected, acceptedFiles }: RejectedSelection): string | null {
  const single = rejected.length === 1;
  if (acceptedFiles.length === 0) return single ? null : `${rejected.length} arquivos não entraram`;
  return `A seleção não entrou por causa ${single ? 'deste arquivo' : 'destes arquivos'}:`;
}

function addAcceptedLabel({ acceptedFiles, replace }: RejectedSelection): string {
  const verb = replace ? 'Usar' : 'Adicionar';
  return acceptedFiles.length === 1
    ? `${verb} o outro arquivo`
    : `${verb} os outros ${acceptedFiles.length} arquivos`;
}
