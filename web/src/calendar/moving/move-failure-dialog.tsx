import { useNavigate } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { ConnectAccountDialog } from '../../posts/failure-dialogs.tsx';

export interface MoveFailure {
  /** Null when the server did not respond. */
  code: string | null;
  title: string;
  text: string;
}

interface MoveFailureDialogProps {
  failure: MoveFailure;
  open: boolean;
  onClose: () => void;
}

/** Specification, section 8. */
export function MoveFailureDialog({ failure, open, onClose }: MoveFailureDialogProps) {
  const navigate = useNavigate();
  if (failure.code === 'INSTAGRAM_NOT_CONNECTED') {
    return (
      <ConnectAccountDialog
        open={open}
        onDismiss={onClose}
        backLabel="Voltar ao calendário"
        onDemo={null}
        onConnect={() => void navigate(paths.dashboard)}
      />
    );
  }
  return (
    <MessageDialog
      tone="error"
      message={open ? failure : null}
      onClose={onClose}
      actions={
        <Button variant="ink" onClick={onClose}>
          Entendi
        </Button>
      }
    />
  );
}
