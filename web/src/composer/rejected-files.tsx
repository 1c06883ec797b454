import { useEffect, useRef, useState, type Dispatch, type RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { FileReasons } from './file-messages.tsx';
import type { RejectedSelection } from './selection.ts';
import type { FilePicking } from './use-files.ts';
import type { EditingState, WizardAction } from './wizard-state.ts';

interface RejectedFilesProps {
  rejectedSelection: RejectedSelection;
  onAddAccepted: () => void;
  onDismiss: () => void;
}

export function RejectedFiles({ rejectedSelection, onAddAccepted, onDismiss }: RejectedFilesProps) {
  const { rejected, acceptedFiles } = rejectedSelection;
  const box = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState({ rejected, times: 1 });
  if (announced.rejected !== rejected) setAnnounced({ rejected, times: announced.times + 1 });
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
  wizard: EditingState;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  heading: RefObject<HTMLElement | null>;
}

/** The heading takes the focus when a button is removed. */
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

/** Null if the only file's reason is sufficient. */
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
