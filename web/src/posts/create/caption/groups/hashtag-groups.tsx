import { Hash } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useSession } from '../../../../api/session.tsx';
import { Button } from '../../../../ui/button.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import type { Writer } from '../caption-editor.tsx';
import { groupInserted } from './group-text.ts';

const load = () => import('./groups-dialog.tsx');

interface HashtagGroupsProps {
  /** What stands in the field. */
  text: string;
  writer: RefObject<Writer | null>;
  disabled: boolean;
}

/** Opens the groups of hashtags over a field into which one of them is written. */
export function HashtagGroups({ text, writer, disabled }: HashtagGroupsProps) {
  const { user } = useSession();
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  /** Whether the dialog goes because a group was taken: one goes on in the field then. */
  const isUsed = useRef(false);
  if (user === null) return null;
  const open = () =>
    load().then(
      (module) => {
        setLoaded(module);
        isUsed.current = false;
        setAsked(({ opening }) => ({ opening: opening + 1, open: true }));
      },
      () => showToast({ text: 'Os grupos não carregaram. Verifique sua conexão.', error: true }),
    );
  const close = () => setAsked((last) => ({ ...last, open: false }));
  const use = (names: readonly string[]) => {
    const field = writer.current?.field();
    const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : text.length;
    const edit = groupInserted(text, caret, names);
    isUsed.current = true;
    close();
    if (edit === null) {
      showToast({ text: 'As hashtags deste grupo já estão no texto.' });
      return;
    }
    // Once the dialog is gone, which keeps others from the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => writer.current?.write(edit)));
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
          key={asked.opening}
          open={asked.open}
          text={text}
          onClose={close}
          focusAfter={() => (isUsed.current ? (writer.current?.field() ?? null) : null)}
          onUse={use}
        />
      )}
    </>
  );
}
