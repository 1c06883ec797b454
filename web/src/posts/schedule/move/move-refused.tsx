import { CircleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AlmostThere } from '../../refusals.tsx';

/** Why a post was not moved. */
export interface Refusal {
  open: boolean;
  /** Null where the server has not answered. */
  code: string | null;
  title: string;
  message: string;
}

/** The server took no part in it: the post is where it was (specification, section 8). */
export function MoveRefused({ refusal, dismiss }: { refusal: Refusal; dismiss: () => void }) {
  const navigate = useNavigate();
  if (refusal.code === 'INSTAGRAM_NOT_CONNECTED') {
    return (
      <AlmostThere
        open={refusal.open}
        onDismiss={dismiss}
        back="Voltar ao calendário"
        onDemo={null}
        onConnect={() => void navigate(paths.dashboard)}
      />
    );
  }
  return (
    <Dialog
      open={refusal.open}
      onOpenChange={dismiss}
      role="alertdialog"
      title={refusal.title}
      description={refusal.message}
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
