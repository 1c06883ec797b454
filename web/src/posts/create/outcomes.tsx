import { AlmostThere, Failed, LimitReached } from '../refusals.tsx';
import { readNow } from '../now.ts';
import { failureTitle } from './use-send.ts';
import { NoLine } from './no-line.tsx';
import { mayDouble, mayExist } from './unanswered.ts';
import type { Aim, Wizard } from './wizard-state.ts';

interface OutcomesProps {
  wizard: Wizard;
  onDismiss: () => void;
  onAgain: (aim: Aim) => void;
  onDemo: () => void;
  onConnect: () => void;
  /** The post waits on this device until the server can be reached. */
  onKeep: (aim: Aim) => void;
}

/** Refusals and failures, each with what can be done about it (specification, section 8). */
export function Outcomes({ wizard, onDismiss, onAgain, onDemo, onConnect, onKeep }: OutcomesProps) {
  const failure =
    wizard.step !== 'done' && wizard.sending.state === 'failed' ? wizard.sending.failure : null;
  const other = failure !== null && !asked.has(failure.code) ? failure : null;
  // What may be there twice is looked after by its user.
  const mayWait = other?.code === 'NETWORK' && !mayDouble(wizard, readNow());
  const told = other && {
    title: failureTitle(other.aim),
    text: `${other.message}${perhaps(wizard)}`,
    aim: other.aim,
  };
  return (
    <>
      <LimitReached
        open={failure?.code === 'LIMIT_EXCEEDED'}
        message={failure?.message ?? ''}
        onDismiss={onDismiss}
      />
      <AlmostThere
        open={failure?.code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={onDemo}
        onConnect={onConnect}
      />
      <NoLine
        failure={mayWait ? told : null}
        onDismiss={onDismiss}
        onAgain={() => {
          if (other !== null) onAgain(other.aim);
        }}
        onKeep={() => {
          if (other !== null) onKeep(other.aim);
        }}
      />
      <Failed
        failure={mayWait ? null : told}
        onDismiss={onDismiss}
        onAgain={() => {
          if (other !== null) onAgain(other.aim);
        }}
      />
    </>
  );
}

/** What to know before it is tried again. */
function perhaps(wizard: Wizard): string {
  if (!mayExist(wizard)) return '';
  return mayDouble(wizard, readNow())
    ? ' O post pode já existir: confira no calendário antes de tentar de novo.'
    : ' O post pode já existir: tentar de novo não cria outro, mas, se você mudar algo, confira antes no calendário.';
}

/** Codes that ask for a decision of their own. */
const asked: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'INSTAGRAM_NOT_CONNECTED']);
