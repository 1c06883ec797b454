import { Button } from '../../ui/button.tsx';
import { FileReasons } from '../file-messages.tsx';
import type { PickedFile } from '../form.rules.ts';
import type { EarlyUploads } from './use-upload-queue.ts';

interface RejectedUploadsProps {
  files: readonly PickedFile[];
  uploads: EarlyUploads['uploads'];
  onRemove: (refused: readonly PickedFile[]) => void;
}

/** The tiles of the files are too narrow for the reasons. */
export function RejectedUploads({ files, uploads, onRemove }: RejectedUploadsProps) {
  const refused = files.flatMap((picked) => {
    const upload = uploads.get(picked.url);
    return upload?.state === 'refused' ? [{ picked, reason: upload.message }] : [];
  });
  return (
    <FileReasons
      label="Arquivos não aceitos"
      files={refused.map(({ picked: { file }, reason }) => ({
        name: file.name,
        size: file.size,
        reason,
      }))}
      action={
        <Button
          variant="line"
          size="sm"
          className="mt-2.5 mb-1"
          onClick={() => onRemove(refused.map(({ picked }) => picked))}
        >
          {refused.length === 1 ? 'Remover este arquivo' : 'Remover estes arquivos'}
        </Button>
      }
    />
  );
}
