import { useEffect, useRef, useState, type Dispatch, type RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileReasons } from './file-reasons.tsx';
import type { LeftOut } from './selection.ts';
import type { FilePicking } from './use-files.ts';
import type { EditingStep, WizardAction } from './wizard-state.ts';

interface LeftOutFilesProps {
  leftOut: LeftOut;
  onTakeRest: () => void;
  onDismiss: () => void;
}

/** Why the last selection was not taken, file by file, and a way to take what is good of it. */
export function LeftOutFiles({ leftOut, onTakeRest, onDismiss }: LeftOutFilesProps) {
  const { rejected, rest } = leftOut;
  const box = useRef<HTMLDivElement>(null);
  // The same files may be refused again, in the same words.
  const [told, setTold] = useState({ rejected, times: 1 });
  if (told.rejected !== rejected) setTold({ rejected, times: told.times + 1 });
  // Nothing else has changed on the screen, so it must be seen.
  useEffect(() => {
    if (rejected.length > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [rejected]);
  return (
    <FileReasons
      ref={box}
      label="Arquivos que não entraram"
      files={rejected}
      times={told.times}
      title={titleOf(leftOut)}
      harmless={rejected.every((file) => file.harmless)}
      action={
        rest.length === 0 ? null : (
          <Button variant="line" size="sm" className="mt-2.5 mb-1" onClick={onTakeRest}>
            {restText(leftOut)}
          </Button>
        )
      }
      onDismiss={onDismiss}
    />
  );
}

interface LeftOutOfStepProps {
  wizard: EditingStep;
  dispatch: Dispatch<WizardAction>;
  picking: FilePicking;
  heading: RefObject<HTMLElement | null>;
}

/** The same in a step of the wizard: its heading takes the focus of a button that goes. */
export function LeftOutOfStep({ wizard, dispatch, picking, heading }: LeftOutOfStepProps) {
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <LeftOutFiles
      leftOut={wizard.leftOut}
      onTakeRest={() => {
        picking.takeRest();
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
function titleOf({ rejected, rest }: LeftOut): string | null {
  const single = rejected.length === 1;
  if (rest.length === 0) return single ? null : `${rejected.length} arquivos não entraram`;
  return `A seleção não entrou por causa ${single ? 'deste arquivo' : 'destes arquivos'}:`;
}

function restText({ rest, replace }: LeftOut): string {
  const verb = replace ? 'Usar' : 'Adicionar';
  return rest.length === 1
    ? `${verb} o outro arquivo`
    : `${verb} os outros ${rest.length} arquivos`;
}
