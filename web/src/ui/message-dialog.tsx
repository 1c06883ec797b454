import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Message {
  title: string;
  text: string;
}

const tones = {
  success: { Icon: CircleCheck, iconTone: 'ok', role: 'dialog' },
  info: { Icon: Info, iconTone: 'info', role: 'dialog' },
  warning: { Icon: TriangleAlert, iconTone: 'warn', role: 'alertdialog' },
  error: { Icon: CircleAlert, iconTone: 'bad', role: 'alertdialog' },
} as const;

interface MessageDialogProps {
  tone: keyof typeof tones;
  message: Message | null;
  onClose: () => void;
  actions?: ReactNode;
  /** For when the previously focused element no longer exists. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

export function MessageDialog(props: MessageDialogProps) {
  const { tone, message, onClose, finalFocus } = props;
  const { actions = <Close onClose={onClose} /> } = props;
  const [last, setLast] = useState(message);
  if (message !== null && (message.title !== last?.title || message.text !== last.text)) {
    setLast(message);
  }
  const { Icon, iconTone, role } = tones[tone];
  return (
    <Dialog
      open={message !== null}
      onOpenChange={onClose}
      role={role}
      title={last?.title}
      description={last?.text}
      icon={<Icon size={22} />}
      iconTone={iconTone}
      finalFocus={finalFocus}
      actions={actions}
    />
  );
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="ink" onClick={onClose}>
      Fechar
    </Button>
  );
}
