import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { LayoutTemplate } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useSession } from '../../api/session.tsx';
import type { TextFieldHandle } from '../../posts/text-field-handle.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

const loadPicker = () => import('./pick-template-dialog.tsx');

interface TemplatePickerButtonProps {
  caption: string;
  writer: RefObject<TextFieldHandle | null>;
  disabled: boolean;
}

export function TemplatePickerButton({ caption, writer, disabled }: TemplatePickerButtonProps) {
  const { user } = useSession();
  const [picker, setPicker] = useState<Awaited<ReturnType<typeof loadPicker>> | null>(null);
  const dialog = useDialogState();
  /** Whether the dialog closes after an insertion; then the caption takes the focus. */
  const isUsed = useRef(false);
  if (user === null || !limitsByPlan[user.plan].templates) return null;
  const open = () =>
    loadPicker().then(
      (module) => {
        setPicker(module);
        isUsed.current = false;
        dialog.show(true);
      },
      () => showToast({ text: 'Os modelos não carregaram. Verifique sua conexão.', error: true }),
    );
  const close = dialog.close;
  const use = (text: string, mode: 'replace' | 'append') => {
    isUsed.current = true;
    close();
    const { length } = caption;
    const isAppending = mode === 'append' && caption.trim() !== '';
    const edit = isAppending
      ? { start: length, end: length, text: `${caption.endsWith('\n') ? '\n' : '\n\n'}${text}` }
      : { start: 0, end: length, text };
    // After the dialog is unmounted, because it traps the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => writer.current?.write(edit)));
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<LayoutTemplate size={16} />}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => void open()}
      >
        Usar um modelo
      </Button>
      {picker === null ? null : (
        <picker.PickTemplateDialog
          key={dialog.key}
          open={dialog.open}
          hasOwn={limitsByPlan[user.plan].customTemplates}
          hasCaption={caption.trim() !== ''}
          onClose={close}
          focusAfter={() => (isUsed.current ? (writer.current?.field() ?? null) : null)}
          onUse={use}
        />
      )}
    </>
  );
}
