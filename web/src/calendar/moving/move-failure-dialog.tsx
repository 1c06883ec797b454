import { CircleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectAccountDialog } from '../../posts/failure-dialogs.tsx';

export interface MoveFailure {
  open: boolean;
  /** Null when the server did not respond. */
  code: string | null;
  title: string;
  message: string;
}

/** Specification, section 8. */
export function MoveFailureDialog({
  failure,
  dismiss,
}: {
  failure: MoveFailure;
  dismiss: () => void;
}) {
  const navigate = useNavigate();
  if (failure.code === 'INSTAGRAM_NOT_CONNECTED') {
    return (
      <ConnectAccountDialog
        open={failure.open}
        onDismiss={dismiss}
        backLabel="Voltar ao calendário"
        onDemo={null}
        onConnect={() => void navigate(paths.dashboard)}
      />
    );
  }
  return (
    <Dialog
      open={failure.open}
      onOpenChange={dismiss}
      role="alertdialog"
      title={failure.title}
      description={failure.message}
      icon={<CircleAlert size={22} />}
      iconTone="bad"
      actions={
        <Button variant="ink" onClick={dismiss}>
          Entendi
        </Button>
      }
    />
  );
}
