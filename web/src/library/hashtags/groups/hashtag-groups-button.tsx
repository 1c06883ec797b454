import { Hash } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { TextFieldHandle } from '../../../posts/text-field-handle.ts';
import { insertGroup } from './group-text.ts';
import { useDialogState } from '../../../ui/use-dialog-state.ts';

const loadGroupsDialog = () => import('./groups-dialog.tsx');

interface HashtagGroupsProps {
  text: string;
  fieldHandle: RefObject<TextFieldHandle | null>;
  disabled: boolean;
}

export function HashtagGroupsButton({ text, fieldHandle, disabled }: HashtagGroupsProps) {
  const { user } = useSession();
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadGroupsDialog>> | null>(null);
  const dialogState = useDialogState();
  const wasGroupInserted = useRef(false);
  if (user === null) return null;
  const open = () =>
    loadGroupsDialog().then(
      (module) => {
        setLoaded(module);
        wasGroupInserted.current = false;
        dialogState.show(true);
      },
      () => showToast({ text: 'Os grupos não carregaram. Verifique sua conexão.', error: true }),
    );
  const close = dialogState.close;
  const insert = (names: readonly string[]) => {
    const field = fieldHandle.current?.field();
    const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : text.length;
    const edit = insertGroup(text, caret, names);
    wasGroupInserted.current = true;
    close();
    if (edit === null) {
      showToast({ text: 'As hashtags deste grupo já estão no texto.' });
      return;
    }
    // After the dialog is unmounted, because it traps the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => fieldHandle.current?.write(edit)));
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Hash size={16} />}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => void open()}
      >
        Grupos de hashtags
      </Button>
      {loaded === null ? null : (
        <loaded.GroupsDialog
          key={dialogState.key}
          open={dialogState.open}
          text={text}
          onClose={close}
          focusAfterClose={() =>
            wasGroupInserted.current ? (fieldHandle.current?.field() ?? null) : null
          }
          onInsert={insert}
        />
      )}
    </>
  );
}
