import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { useRef, useState } from 'react';
import { useSession } from '../../api/session.tsx';
import type { FilePicking } from '../use-files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import {
  unopenedFilesText,
  isMissingFile,
  openLibraryFile,
} from '../../library/media/library-files.ts';
import { MediaLibraryList } from '../../library/media/media-library-list.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

const noFiles: ReadonlySet<string> = new Set();
const NOT_OPENED = 'O arquivo não abriu. Verifique sua conexão.';

export function MediaLibraryPicker({ picking, isFull }: { picking: FilePicking; isFull: boolean }) {
  const { user } = useSession();
  const dialog = useDialogState();
  const [busy, setBusy] = useState(noFiles);
  /** Identifies the last pick; null once the user has continued without it. */
  const activePick = useRef<object>(null);
  if (user === null) return null;
  const close = () => {
    activePick.current = null;
    setBusy(noFiles);
    dialog.close();
  };
  const pick = async (file: LibraryFile) => {
    if (busy.size > 0) return;
    const thisPick = {};
    activePick.current = thisPick;
    setBusy(new Set([file._id]));
    try {
      const opened = await openLibraryFile(file);
      if (activePick.current !== thisPick) return;
      await picking.choose([opened], { replace: false });
      if (activePick.current === thisPick) close();
    } catch (error) {
      if (activePick.current !== thisPick) return;
      setBusy(noFiles);
      showToast({ text: isMissingFile(error) ? unopenedFilesText(1, 0) : NOT_OPENED, error: true });
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        disabled={isFull}
        className="mt-2"
        onClick={() => dialog.show(true)}
      >
        Escolher da biblioteca
      </Button>
      {dialog.key === null ? null : (
        <Dialog
          key={dialog.key}
          open={dialog.open}
          onOpenChange={close}
          title="Biblioteca de mídia"
          description="Escolha uma foto ou um vídeo de outro post. Nada é enviado de novo."
          className="lg:max-w-[860px]!"
          actions={
            <Button variant="ghost" onClick={close}>
              Cancelar
            </Button>
          }
        >
          <div className="mt-4 text-ink">
            <MediaLibraryList onFile={(file) => void pick(file)} busy={busy} />
          </div>
        </Dialog>
      )}
    </>
  );
}
