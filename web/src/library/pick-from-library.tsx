import type { LibraryFile } from '@pontual/contract/library.ts';
import { useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import type { FilePicking } from '../posts/create/use-files.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { goneText, isGone, openFromLibrary } from './from-library.ts';
import { LibraryList } from './library-list.tsx';

const none: ReadonlySet<string> = new Set();
const NOT_OPENED = 'O arquivo não abriu. Verifique sua conexão.';

/** Adds a file of an earlier post to this one. */
export function PickFromLibrary({ picking, full }: { picking: FilePicking; full: boolean }) {
  const { user } = useSession();
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const [busy, setBusy] = useState(none);
  /** The last file that was pressed; null once its user has gone on without it. */
  const wanted = useRef<object>(null);
  if (user === null) return null;
  const close = () => {
    wanted.current = null;
    setBusy(none);
    setAsked((last) => ({ ...last, open: false }));
  };
  const pick = async (file: LibraryFile) => {
    if (busy.size > 0) return;
    const mine = {};
    wanted.current = mine;
    setBusy(new Set([file._id]));
    try {
      const opened = await openFromLibrary(file);
      if (wanted.current !== mine) return;
      await picking.choose([opened], { replace: false });
      if (wanted.current === mine) close();
    } catch (error) {
      if (wanted.current !== mine) return;
      setBusy(none);
      showToast({ text: isGone(error) ? goneText(1, 0) : NOT_OPENED, error: true });
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        disabled={full}
        className="mt-2"
        onClick={() => setAsked(({ opening }) => ({ opening: opening + 1, open: true }))}
      >
        Escolher da biblioteca
      </Button>
      {asked.opening === 0 ? null : (
        <Dialog
          key={asked.opening}
          open={asked.open}
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
            <LibraryList onFile={(file) => void pick(file)} busy={busy} />
          </div>
        </Dialog>
      )}
    </>
  );
}
