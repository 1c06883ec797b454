import { ArrowLeft, ArrowRight, CalendarPlus } from 'lucide-react';
import { useRef } from 'react';
import { useInstagramAccountNames } from '../instagram/instagram-account-names.ts';
import { Button } from '../ui/button.tsx';
import { submitLabel, shortDueTimeText } from './submit-label.ts';
import type { SubmitMode, EditingState, Wizard } from './wizard-state.ts';
import { isSent } from './wizard.ts';

export interface ComposerActionsProps {
  wizard: Wizard;
  isOpeningFiles: boolean;
  onClose: () => void;
  onContinue: () => void;
  onBack: () => void;
  onSubmit: (submitMode: SubmitMode) => void;
  onCancelSubmit: () => void;
}

const narrowClass = 'max-lg:gap-1.5! max-lg:px-2.5!';

const leftClass = 'lg:mr-auto lg:-ml-3.5';

export function ComposerActions(props: ComposerActionsProps) {
  const { wizard, isOpeningFiles, onClose, onContinue, onSubmit } = props;
  const pressedButton = useRef<HTMLButtonElement>(null);
  const nameOf = useInstagramAccountNames();
  if (wizard.step === 'done') {
    return (
      <Button variant="line" className="lg:ml-auto" onClick={onClose}>
        Fechar
      </Button>
    );
  }
  const { sending, step, form } = wizard;
  const submitMode = sending.state === 'sending' ? sending.submitMode : null;
  const accountName = nameOf({ instagramAccountId: form.instagramAccountId });
  const dueTimeText = shortDueTimeText(form.when);
  // The stable keys keep the pressed button and its focus in place while the request runs.
  return (
    <>
      <BackButton {...props} wizard={wizard} onCancelled={() => pressedButton.current?.focus()} />
      {submitMode === null || submitMode === 'draft' ? (
        <Button
          key="draft"
          ref={pressedButton}
          variant="line"
          className={narrowClass}
          busy={submitMode === 'draft' || isOpeningFiles}
          busyLabel={submitMode === 'draft' ? 'Salvando...' : 'Abrindo...'}
          onClick={() => onSubmit('draft')}
        >
          Salvar rascunho
        </Button>
      ) : null}
      {step === 'upload' && submitMode === null ? (
        <Button
          key="continue"
          variant="ink"
          busy={isOpeningFiles}
          busyLabel="Abrindo..."
          onClick={onContinue}
        >
          Continuar
          <ArrowRight size={18} className="-mr-1" />
        </Button>
      ) : null}
      {step === 'details' && submitMode !== 'draft' ? (
        <Button
          key="send"
          ref={submitMode === null ? undefined : pressedButton}
          variant="ipe"
          className={`min-w-0 ${narrowClass}`}
          busy={submitMode !== null || isOpeningFiles}
          busyLabel={submitMode === null ? 'Abrindo...' : undefined}
          icon={<CalendarPlus size={18} className="shrink-0 max-lg:hidden" />}
          onClick={() => onSubmit('schedule')}
        >
          {/* Hidden text instead of aria-label, which would have to contain the visible text verbatim. */}
          <span className="sr-only">{submitLabel(form.when, accountName)}</span>
          <span aria-hidden="true" className="grid min-w-0 gap-0.5 lg:text-left">
            <span className="truncate leading-[1.2]">
              {accountName === undefined ? (
                'Agendar'
              ) : (
                <>
                  <span className="max-lg:hidden">Agendar em </span>
                  {accountName}
                </>
              )}
            </span>
            <span className="tnum text-2xs leading-[1.2] font-medium empty:hidden">
              {/* On a phone the line of the account has no space for this word. */}
              {accountName === undefined ? null : <span className="lg:hidden">Agendar </span>}
              {dueTimeText}
            </span>
          </span>
        </Button>
      ) : null}
    </>
  );
}

function BackButton(
  props: ComposerActionsProps & { wizard: EditingState; onCancelled: () => void },
) {
  const { wizard, onClose, onBack, onCancelSubmit, onCancelled } = props;
  if (wizard.sending.state === 'sending') {
    return (
      <Button
        key="cancel"
        variant="ghost"
        className={leftClass}
        disabled={isSent(wizard)}
        onClick={() => {
          onCancelSubmit();
          onCancelled();
        }}
      >
        Cancelar envio
      </Button>
    );
  }
  if (wizard.step === 'upload') {
    return (
      <Button
        key="leave"
        variant="ghost"
        className={`${leftClass} max-lg:hidden!`}
        onClick={onClose}
      >
        Cancelar
      </Button>
    );
  }
  return (
    <Button
      key="back"
      variant="ghost"
      className={`${leftClass} max-lg:flex-none! max-lg:px-2!`}
      icon={<ArrowLeft size={18} />}
      onClick={onBack}
    >
      <span className="max-lg:sr-only">Voltar</span>
    </Button>
  );
}
