import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { SeriesScopeChoice } from './series-scope-choice.tsx';

interface SeriesSaveDialogProps {
  open: boolean;
  onClose: () => void;
  onSave: (following: boolean) => void;
}

export function SeriesSaveDialog({ open, onClose, onSave }: SeriesSaveDialogProps) {
  const [includesFollowing, setIncludesFollowing] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      focusAfter={() => null}
      title="Salvar em quais posts?"
      icon={<Repeat size={22} />}
      actionLabel="Salvar"
      onConfirm={() => {
        onClose();
        onSave(includesFollowing);
      }}
      extra={
        <SeriesScopeChoice
          label="Salvar em quais posts?"
          includesFollowing={includesFollowing}
          onScopeChange={setIncludesFollowing}
          hint="Vale também para os já agendados depois dele e para os que virão. Nos outros dias muda só a hora, não o dia. O que você mudou em um só continua como está."
        />
      }
    >
      Este post se repete.
    </ConfirmDialog>
  );
}
