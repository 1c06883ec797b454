import type { Batch } from '@pontual/contract/bulk.ts';
import { Undo2 } from 'lucide-react';
import { inAccount } from '../instagram/account-names.ts';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { pageHeading } from '../shell/focus-page.ts';
import { showToast } from '../ui/toast.tsx';
import { useBatchAccount } from './batch-account.ts';
import { postsText, undoneText } from './batch-words.ts';
import { useUndoBatch } from './bulk.queries.ts';

interface UndoDialogProps {
  /** What was asked about last stays while the dialog goes away. */
  batch: Batch | null;
  open: boolean;
  onClose: () => void;
  onUndone?: () => void;
}

/** Asked before all of a batch that has not gone out is deleted. */
export function UndoDialog({ batch, open, onClose, onUndone }: UndoDialogProps) {
  const undo = useUndoBatch();
  const where = inAccount(useBatchAccount(batch));
  if (batch === null) return null;
  const kept = batch.posts - batch.undoable;
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      // The button that led here goes with the posts.
      focusAfter={() => (undo.isSuccess ? pageHeading() : null)}
      title={`Desfazer tudo${where}?`}
      icon={<Undo2 size={22} />}
      iconTone="bad"
      action={`Desfazer ${postsText(batch.undoable)}`}
      variant="danger-solid"
      busyLabel="Desfazendo..."
      doing={undo}
      onConfirm={() =>
        undo.mutate(batch._id, {
          onSuccess: (counts) => {
            showToast({ text: undoneText(counts) });
            onClose();
            onUndone?.();
          },
        })
      }
    >
      {batch.undoable === 1
        ? 'O post que ainda não saiu é excluído.'
        : `Os ${batch.undoable} posts que ainda não saíram são excluídos.`}
      {kept > 0 ? ' O que já saiu, está saindo ou falhou fica como está.' : ''} Isto não pode ser
      desfeito.
    </QuestionDialog>
  );
}
