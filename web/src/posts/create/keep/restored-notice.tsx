import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Restored } from './use-kept.ts';

/** Says that this is what was being made before, and lets go of it if it is not wanted. */
export function RestoredNotice(props: { restored: Restored; onStartOver: () => void }) {
  const { restored, onStartOver } = props;
  const [asking, setAsking] = useState(false);
  const isUncertain = restored.lost > 0 || restored.wasSending;
  return (
    <Notice
      tone={isUncertain ? 'warn' : 'info'}
      live
      className="mb-5"
      action={
        <button type="button" className="text-link shrink-0" onClick={() => setAsking(true)}>
          Começar de novo
        </button>
      }
    >
      {restored.wasSending ? (
        <>
          Este post estava sendo enviado quando a página fechou e pode já existir.{' '}
          <Link to={paths.schedule} target="_blank" className="text-link">
            Confira no calendário
          </Link>{' '}
          antes de enviar de novo.
        </>
      ) : (
        words(restored.lost)
      )}
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

function words(lost: number): string {
  if (lost === 0) return 'Você continua de onde parou.';
  return lost === 1
    ? 'O texto está aqui, mas o navegador não guardou um arquivo. Escolha-o de novo.'
    : `O texto está aqui, mas o navegador não guardou ${lost} arquivos. Escolha-os de novo.`;
}
