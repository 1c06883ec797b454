import { CircleAlert, CircleCheck, Info, Link2, LogIn, TriangleAlert } from 'lucide-react';
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
  connect: { Icon: Link2, iconTone: 'ipe', role: 'dialog' },
  login: { Icon: LogIn, iconTone: 'ipe', role: 'dialog' },
} as const;

interface Choice {
  label: string;
  onChoose: () => void;
}

interface MessageDialogProps {
  tone: keyof typeof tones;
  message: Message | null;
  onClose: () => void;
  /** Buttons in a row; by default, one that closes the dialog. */
  actions?: ReactNode;
  /** Buttons below each other, the recommended one first. They replace `actions`. */
  choices?: readonly Choice[];
  /** The label of the button below `choices`, which closes the dialog. */
  backLabel?: string | undefined;
  /** What the choices mean. */
  children?: ReactNode;
  /** For when the previously focused element no longer exists. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** A message that the user reads or answers. It keeps its text while it closes. */
export function MessageDialog(props: MessageDialogProps) {
  const { tone, message, onClose, finalFocus, choices, backLabel = 'Voltar ao Formulário' } = props;
  const { actions = <Close onClose={onClose} /> } = props;
  const [last, setLast] = useState(message);
  if (message !== null && (message.title !== last?.title || message.text !== last.text)) {
    setLast(message);
  }
  const { Icon, iconTone, role } = tones[tone];
  const dialog = {
    open: message !== null,
    onOpenChange: onClose,
    role,
    title: last?.title,
    description: last?.text,
    icon: <Icon size={22} />,
    iconTone,
    finalFocus,
  };
  if (choices === undefined) return <Dialog {...dialog} actions={actions} />;
  return (
    <Dialog {...dialog}>
      {props.children}
      <div className="mt-5 grid gap-2">
        {choices.map(({ label, onChoose }, index) => (
          <Button
            key={label}
            variant={index > 0 ? 'line' : iconTone === 'ipe' ? 'ipe' : 'ink'}
            size={index > 0 ? 'md' : 'lg'}
            block
            onClick={onChoose}
          >
            {label}
          </Button>
        ))}
        <Button variant="ghost" block onClick={onClose}>
          {backLabel}
        </Button>
      </div>
    </Dialog>
  );
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="ink" onClick={onClose}>
      Fechar
    </Button>
  );
}
