import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { FollowingChoice } from './following-choice.tsx';

interface SaveFollowingProps {
  open: boolean;
  onClose: () => void;
  onSave: (following: boolean) => void;
}

/** Asks whether a change is of one post that comes again, or of those after it too. */
export function SaveFollowing({ open, onClose, onSave }: SaveFollowingProps) {
  const [following, setFollowing] = useState(false);
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      focusAfter={() => null}
      title="Salvar em quais posts?"
      icon={<Repeat size={22} />}
      action="Salvar"
      busyLabel="Salvando..."
      doing={notHere}
      onConfirm={() => {
        onClose();
        onSave(following);
      }}
      extra={
        <FollowingChoice
          label="Salvar em quais posts?"
          following={following}
          onFollowing={setFollowing}
          words="Vale também para os já agendados depois dele e para os que virão. Nos outros dias muda só a hora, não o dia. O que você mudou em um só continua como está."
        />
      }
    >
      Este post se repete.
    </QuestionDialog>
  );
}

/** The form behind the question says how the sending goes. */
const notHere = { isPending: false, error: null, reset: () => undefined };
