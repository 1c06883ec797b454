import type { LibraryFile } from '@pontual/contract/library.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Only, useMay } from '../api/may.tsx';
import { paths } from '../paths.ts';
import { PageHead } from '../shell/page-head.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useLast } from '../ui/use-last.ts';
import { toggled, type Chosen } from './choosing.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { handing } from './handed.ts';
import { LibraryList } from './library-list.tsx';

/** /library: what the posts and drafts are made of. */
export function LibraryPage() {
  const [opened, setOpened] = useState<LibraryFile | null>(null);
  /** Null while files are opened and not chosen. */
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const may = useMay('edit');
  const navigate = useNavigate();
  const create = (files: Chosen) => void navigate(paths.createPost, { state: handing(files) });
  return (
    <>
      <title>Biblioteca de mídia · Pontual</title>
      <PageHead title="Biblioteca de mídia">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">
          As fotos e os vídeos dos posts e rascunhos.
          {may ? ' Para usar de novo, abra um arquivo ou selecione vários.' : null}
        </p>
      </PageHead>
      <LibraryList
        onFile={(file) => {
          if (chosen === null) setOpened(file);
          else setChosen(toggled(chosen, file));
        }}
        chosen={chosen}
        aside={
          may ? (
            <Button
              variant={chosen === null ? 'line' : 'ghost'}
              size="sm"
              onClick={() => setChosen(chosen === null ? [] : null)}
            >
              {chosen === null ? 'Selecionar vários' : 'Cancelar seleção'}
            </Button>
          ) : null
        }
      />
      {chosen === null ? null : (
        <ChosenBar chosen={chosen} onClear={() => setChosen([])} onCreate={() => create(chosen)} />
      )}
      <FileDialog
        file={opened}
        onClose={() => setOpened(null)}
        onCreate={(file) => create([file])}
      />
    </>
  );
}

interface FileDialogProps {
  file: LibraryFile | null;
  onClose: () => void;
  onCreate: (file: LibraryFile) => void;
}

/** A file at its full size. */
function FileDialog({ file, onClose, onCreate }: FileDialogProps) {
  const last = useLast(file);
  if (last === null) return null;
  const words = last.caption.trim() || last.altText || 'Sem legenda';
  return (
    <Dialog
      open={file !== null}
      onOpenChange={onClose}
      title={last.kind === 'video' ? 'Vídeo' : 'Foto'}
      description={words}
      className="lg:max-w-[520px]!"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Fechar
          </Button>
          <Only need="edit">
            <Button variant="ipe" onClick={() => onCreate(last)}>
              Criar post
            </Button>
          </Only>
        </>
      }
    >
      {last.kind === 'video' ? (
        // Nothing is said in it that could be read; the owner made it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={last.url}
          controls
          playsInline
          className="mt-3 max-h-[56dvh] w-full rounded-md bg-sunken"
        />
      ) : (
        <img
          src={last.url}
          alt={last.altText ?? ''}
          className="mt-3 max-h-[56dvh] w-full rounded-md bg-sunken object-contain"
        />
      )}
    </Dialog>
  );
}
