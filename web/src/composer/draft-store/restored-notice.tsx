import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { mayCreateDuplicate, mayAlreadyExist } from '../unanswered-requests.ts';
import type { Wizard } from '../wizard-state.ts';
import type { DraftRestoreResult } from './use-composer-setup.ts';

interface RestoredNoticeProps {
  restored: DraftRestoreResult | null;
  wizard: Wizard;
  onStartOver: () => void;
}

export function RestoredNotice({ restored, wizard, onStartOver }: RestoredNoticeProps) {
  const dialog = useDialogState();
  const now = useMinute();
  const mayExistAlready = mayAlreadyExist(wizard);
  const isCreated = wizard.step !== 'done' && wizard.hasCreatedPost;
  if (restored === null && !mayExistAlready && !isCreated) return null;
  const lostFiles = restored?.lostFiles ?? 0;
  const isNewDraft = restored?.isNewDraft === true;
  return (
    <Alert
      tone={lostFiles > 0 || mayExistAlready || isCreated ? 'warn' : 'info'}
      live
      className="mb-5"
      action={
        <button type="button" className="text-link shrink-0" onClick={() => dialog.show(true)}>
          Começar de novo
        </button>
      }
    >
      {mayExistAlready ? (
        <>
          O servidor não confirmou o envio deste post, e ele pode já existir. <CalendarLink /> antes
          de {mayCreateDuplicate(wizard, now) ? '' : 'mudar algo e '}enviar de novo.{' '}
        </>
      ) : null}
      {isCreated && !mayExistAlready ? (
        <>
          O envio anterior deste post chegou, e ele já existe. <CalendarLink />: o que você mudar e
          enviar aqui será outro post.{' '}
        </>
      ) : null}
      {isNewDraft || ((mayExistAlready || isCreated) && lostFiles === 0)
        ? null
        : restoredText(lostFiles)}
      {restored?.mayReappear === true ? ' Recarregar a página pode trazê-los de volta.' : null}
      {restored?.hasOtherDraft === true
        ? ' O outro post que você tinha começado está guardado e volta depois deste.'
        : null}
      <ConfirmDialog
        open={dialog.open}
        onClose={dialog.close}
        focusAfter={() => null}
        title="Começar de novo?"
        actionLabel="Começar de novo"
        cancelLabel="Continuar editando"
        variant="danger-solid"
        onConfirm={() => {
          dialog.close();
          onStartOver();
        }}
      >
        O que está aqui, com os arquivos, será descartado.
      </ConfirmDialog>
    </Alert>
  );
}

function CalendarLink() {
  return (
    <Link to={paths.schedule} target="_blank" className="text-link">
      Confira no calendário
    </Link>
  );
}

function restoredText(lost: number): string {
  if (lost === 0) return 'Você continua de onde parou.';
  return lost === 1
    ? 'O texto está aqui, mas não foi possível recuperar um arquivo. Escolha-o de novo.'
    : `O texto está aqui, mas não foi possível recuperar ${lost} arquivos. Escolha-os de novo.`;
}
