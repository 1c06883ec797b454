import { CircleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Refusal } from './use-moving.ts';

/** The server took no part in it: the post is where it was (specification, section 8). */
export function MoveRefused({ refusal, dismiss }: { refusal: Refusal; dismiss: () => void }) {
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
