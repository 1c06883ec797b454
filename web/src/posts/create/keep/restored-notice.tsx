import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useMinute } from '../../../shell/minute.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { mayDouble, mayExist } from '../unanswered.ts';
import type { Wizard } from '../wizard-state.ts';
import type { Restored } from './use-kept.ts';

interface RestoredNoticeProps {
  /** Null where nothing was restored. */
  restored: Restored | null;
  wizard: Wizard;
  onStartOver: () => void;
}

/**
 * Says that this is what was being made before, or that it was sent already, for sure or perhaps, and
 * lets go of it if it is not wanted.
 */
export function RestoredNotice({ restored, wizard, onStartOver }: RestoredNoticeProps) {
  const [asking, setAsking] = useState(false);
  const now = useMinute();
  const isPerhapsThere = mayExist(wizard);
  const isThere = wizard.step !== 'done' && wizard.exists;
  if (restored === null && !isPerhapsThere && !isThere) return null;
  const lost = restored?.lost ?? 0;
  const isNew = restored?.isAnew === true;
  return (
    <Notice
      tone={lost > 0 || isPerhapsThere || isThere ? 'warn' : 'info'}
      live
      className="mb-5"
      action={
        <button type="button" className="text-link shrink-0" onClick={() => setAsking(true)}>
          Começar de novo
        </button>
      }
    >
      {isPerhapsThere ? (
        <>
          O servidor não confirmou o envio deste post, e ele pode já existir. <Calendar /> antes de{' '}
          {mayDouble(wizard, now) ? '' : 'mudar algo e '}enviar de novo.{' '}
        </>
      ) : null}
      {isThere && !isPerhapsThere ? (
        <>
          O envio anterior deste post chegou, e ele já existe. <Calendar />: o que você mudar e
          enviar aqui será outro post.{' '}
        </>
      ) : null}
      {isNew || ((isPerhapsThere || isThere) && lost === 0) ? null : words(lost)}
      {restored?.mayReturn === true ? ' Recarregar a página pode trazê-los de volta.' : null}
      {restored?.hasOther === true
        ? ' O outro post que você tinha começado está guardado e volta depois deste.'
        : null}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        role="alertdialog"
        title="Começar de novo?"
        description="O que está aqui, com os arquivos, será descartado."
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              Continuar editando
            </Button>
            <Button
              variant="danger-solid"
              onClick={() => {
                setAsking(false);
                onStartOver();
              }}
            >
              Começar de novo
            </Button>
          </>
        }
      />
    </Notice>
  );
}

function Calendar() {
  return (
    <Link to={paths.schedule} target="_blank" className="text-link">
      Confira no calendário
    </Link>
  );
}

function words(lost: number): string {
  if (lost === 0) return 'Você continua de onde parou.';
  return lost === 1
    ? 'O texto está aqui, mas não foi possível recuperar um arquivo. Escolha-o de novo.'
    : `O texto está aqui, mas não foi possível recuperar ${lost} arquivos. Escolha-os de novo.`;
}
