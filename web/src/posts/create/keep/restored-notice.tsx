import { useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import type { Wizard } from '../wizard-state.ts';
import { hasWork, isSending } from '../wizard.ts';
import type { Begun } from './use-kept.ts';

/** Says that this is what was being made before, and lets go of it if it is not wanted. */
export function RestoredNotice(props: { begun: Begun; wizard: Wizard; onStartOver: () => void }) {
  const { begun, wizard, onStartOver } = props;
  const [over, setOver] = useState(false);
  if (!begun.isRestored || over || !hasWork(wizard) || isSending(wizard)) return null;
  return (
    <Notice
      tone={begun.lost > 0 ? 'warn' : 'info'}
      live
      className="mb-5"
      action={
        <button
          type="button"
          className="text-link shrink-0"
          onClick={() => {
            setOver(true);
            onStartOver();
          }}
        >
          Começar de novo
        </button>
      }
    >
      {begun.lost > 0 ? lostText(begun.lost) : 'Você continua de onde parou.'}
    </Notice>
  );
}

const lostText = (lost: number) =>
  lost === 1
    ? 'O texto está aqui, mas o navegador não guardou um arquivo. Escolha-o de novo.'
    : `O texto está aqui, mas o navegador não guardou ${lost} arquivos. Escolha-os de novo.`;
