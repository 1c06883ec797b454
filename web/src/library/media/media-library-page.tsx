import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IfAllowed, useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLastValue } from '../../ui/use-last-value.ts';
import { toggleFile, type MediaSelection } from './media-selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { buildHandoffState } from './library-handoff.ts';
import { MediaLibraryList } from './media-library-list.tsx';

export function MediaLibraryPage() {
  const [opened, setOpened] = useState<LibraryFile | null>(null);
  const [chosen, setChosen] = useState<MediaSelection | null>(null);
  const canEdit = useCan('edit');
  const navigate = useNavigate();
  const create = (files: MediaSelection) =>
    void navigate(paths.createPost, { state: buildHandoffState(files) });
  return (
    <>
      <title>Biblioteca de mídia · Pontual</title>
      <PageHead title="Biblioteca de mídia">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">
          As fotos e os vídeos dos posts e rascunhos.
          {canEdit ? ' Para usar de novo, abra um arquivo ou selecione vários.' : null}
        </p>
      </PageHead>
      <MediaLibraryList
        onFile={(file) => {
          if (chosen === null) setOpened(file);
          else setChosen(toggleFile(chosen, file));
        }}
        chosen={chosen}
        aside={
          canEdit ? (
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
        <SelectionBar
          chosen={chosen}
          onClear={() => setChosen([])}
          onCreate={() => create(chosen)}
        />
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

function FileDialog({ file, onClose, onCreate }: FileDialogProps) {
  const last = useLastValue(file);
  if (last === null) return null;
  const description = last.caption.trim() || last.altText || 'Sem legenda';
  return (
    <Dialog
      open={file !== null}
      onOpenChange={onClose}
      title={last.kind === 'video' ? 'Vídeo' : 'Foto'}
      description={description}
      className="lg:max-w-[520px]!"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Fechar
          </Button>
          <IfAllowed permission="edit">
            <Button variant="ipe" onClick={() => onCreate(last)}>
              Criar post
            </Button>
          </IfAllowed>
        </>
      }
    >
      {last.kind === 'video' ? (
        // The owner's own video has no captions.
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
