import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IfAllowed, useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { toggleFile, type MediaSelection } from './media-selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { buildHandoffState } from './library-handoff.ts';
import { MediaLibraryList } from './media-library-list.tsx';

export function MediaLibraryPage() {
  const fileDialog = useDialogState<LibraryFile>();
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
          if (chosen === null) fileDialog.show(file);
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
      {fileDialog.value === null ? null : (
        <FileDialog
          file={fileDialog.value}
          open={fileDialog.open}
          onClose={fileDialog.close}
          onCreate={(file) => create([file])}
        />
      )}
    </>
  );
}

interface FileDialogProps {
  file: LibraryFile;
  open: boolean;
  onClose: () => void;
  onCreate: (file: LibraryFile) => void;
}

function FileDialog({ file, open, onClose, onCreate }: FileDialogProps) {
  const description = file.caption.trim() || file.altText || 'Sem legenda';
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={file.kind === 'video' ? 'Vídeo' : 'Foto'}
      description={description}
      className="lg:max-w-[520px]!"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Fechar
          </Button>
          <IfAllowed permission="edit">
            <Button variant="ipe" onClick={() => onCreate(file)}>
              Criar post
            </Button>
          </IfAllowed>
        </>
      }
    >
      {file.kind === 'video' ? (
        // The owner's own video has no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={file.url}
          controls
          playsInline
          className="mt-3 max-h-[56dvh] w-full rounded-md bg-sunken"
        />
      ) : (
        <img
          src={file.url}
          alt={file.altText ?? ''}
          className="mt-3 max-h-[56dvh] w-full rounded-md bg-sunken object-contain"
        />
      )}
    </Dialog>
  );
}
