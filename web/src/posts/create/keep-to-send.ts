import type { User } from '@pontual/contract/auth.ts';
import { showToast } from '../../ui/toast.tsx';
import { readNow } from '../now.ts';
import { keepWaiting } from '../waiting/waiting-store.ts';
import type { WaitingPost } from '../waiting/waiting.ts';
import { newKey } from './new-key.ts';
import { fieldsOf } from './sent-fields.ts';
import type { Aim, EditingStep, Wizard } from './wizard-state.ts';
import { attemptOf } from './wizard.ts';

interface Keeping {
  wizard: Wizard;
  aim: Aim;
  user: User | null;
  onKept: () => void;
}

/** Keeps a post on the device until it can be sent. */
export function keepToSend({ wizard, aim, user, onKept }: Keeping): void {
  if (wizard.step === 'done' || user === null) return;
  keepWaiting(waitingFrom(wizard, aim, user)).then(onKept, () =>
    showToast({
      text: 'Este navegador não conseguiu guardar o post. Deixe esta página aberta e tente de novo quando a internet voltar.',
      error: true,
    }),
  );
}

/** Under the key of what was tried before, which the server may know. */
function waitingFrom(wizard: EditingStep, aim: Aim, user: User): WaitingPost {
  const at = readNow().getTime();
  const { key } = attemptOf(wizard, aim, { key: newKey(), at });
  const sent = wizard.unanswered.find((sent) => sent.key === key);
  const files = wizard.form.files.map(
    ({ file, kind, width, height, durationMs, fit, altText, tags }) => {
      return { file, kind, width, height, durationMs, fit, altText, tags };
    },
  );
  const fields = fieldsOf(wizard, aim);
  const sentAt = sent?.at ?? null;
  const of = { key, owner: user._id, workspace: user.workspace, aim, fields, files };
  return { ...of, at, sentAt, refusal: null, failures: 0, againAt: 0 };
}
