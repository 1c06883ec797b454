import { ArrowLeft, ArrowRight, CalendarPlus } from 'lucide-react';
import { useRef } from 'react';
import { useAccountNames } from '../../instagram/account-names.ts';
import { Button } from '../../ui/button.tsx';
import { sendWords, shortMoment } from './send-words.ts';
import type { Aim, EditingStep, Wizard } from './wizard-state.ts';
import { isSent } from './wizard.ts';

export interface ComposerActionsProps {
  wizard: Wizard;
  /** Files that were chosen are not there yet. */
  opening: boolean;
  onClose: () => void;
  onContinue: () => void;
  onBack: () => void;
  onSend: (aim: Aim) => void;
  onCancelSending: () => void;
}

/** Three stand side by side, also on a phone. */
const narrow = 'max-lg:gap-1.5! max-lg:px-2.5!';

/** At the left, on a wide screen. */
const left = 'lg:mr-auto lg:-ml-3.5';

/** The way back at the left, the ways on at the right. */
export function ComposerActions(props: ComposerActionsProps) {
  const { wizard, opening, onClose, onContinue, onSend } = props;
  const pressed = useRef<HTMLButtonElement>(null);
  const nameOf = useAccountNames();
  if (wizard.step === 'done') {
    return (
      <Button variant="line" className="lg:ml-auto" onClick={onClose}>
        Fechar
      </Button>
    );
  }
  const { sending, step, form } = wizard;
  const aim = sending.state === 'sending' ? sending.aim : null;
  const account = nameOf({ instagramAccountId: form.account ?? null });
  const moment = shortMoment(form.when);
  // What was pressed stays where it is, with the focus, while its work is done.
  return (
    <>
      <Back {...props} wizard={wizard} onCancelled={() => pressed.current?.focus()} />
      {aim === null || aim === 'draft' ? (
        <Button
          key="draft"
          ref={pressed}
          variant="line"
          className={narrow}
          busy={aim === 'draft' || opening}
          busyLabel={aim === 'draft' ? 'Salvando...' : 'Abrindo...'}
          onClick={() => onSend('draft')}
        >
          Salvar rascunho
        </Button>
      ) : null}
      {step === 'upload' && aim === null ? (
        <Button
          key="continue"
          variant="ink"
          busy={opening}
          busyLabel="Abrindo..."
          onClick={onContinue}
        >
          Continuar
          <ArrowRight size={18} className="-mr-1" />
        </Button>
      ) : null}
      {step === 'details' && aim !== 'draft' ? (
        <Button
          key="send"
          ref={aim === null ? undefined : pressed}
          variant="ipe"
          className={`min-w-0 ${narrow}`}
          busy={aim !== null || opening}
          busyLabel={aim === null ? 'Abrindo...' : undefined}
          icon={<CalendarPlus size={18} className="shrink-0 max-lg:hidden" />}
          onClick={() => onSend('schedule')}
        >
          {/* In one sentence. Not a label: it would have to hold what is seen letter by letter. */}
          <span className="sr-only">{sendWords(form.when, account)}</span>
          <span aria-hidden="true" className="grid min-w-0 gap-0.5 lg:text-left">
            <span className="truncate leading-[1.2]">
              {account === undefined ? (
                'Agendar'
              ) : (
                <>
                  <span className="max-lg:hidden">Agendar em </span>
                  {account}
                </>
              )}
            </span>
            <span className="tnum text-2xs leading-[1.2] font-medium empty:hidden">
              {/* On a phone the line of the account has no room for it. */}
              {account === undefined ? null : <span className="lg:hidden">Agendar </span>}
              {moment}
            </span>
          </span>
        </Button>
      ) : null}
    </>
  );
}

function Back(props: ComposerActionsProps & { wizard: EditingStep; onCancelled: () => void }) {
  const { wizard, onClose, onBack, onCancelSending, onCancelled } = props;
  if (wizard.sending.state === 'sending') {
    return (
      <Button
        key="cancel"
        variant="ghost"
        className={left}
        disabled={isSent(wizard)}
        onClick={() => {
          onCancelSending();
          // This button goes; the one beside it stays.
          onCancelled();
        }}
      >
        Cancelar envio
      </Button>
    );
  }
  if (wizard.step === 'upload') {
    return (
      // On a phone the cross above does it.
      <Button key="leave" variant="ghost" className={`${left} max-lg:hidden!`} onClick={onClose}>
        Cancelar
      </Button>
    );
  }
  return (
    <Button
      key="back"
      variant="ghost"
      // Three do not fit side by side on a phone.
      className={`${left} max-lg:flex-none! max-lg:px-2!`}
      icon={<ArrowLeft size={18} />}
      onClick={onBack}
    >
      <span className="max-lg:sr-only">Voltar</span>
    </Button>
  );
}
