import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import { Upload } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { cx } from '../ui/cx.ts';
import { FileButton } from './file-button.tsx';
import { limitsText } from './file.rules.ts';
import { hasFiles } from './prevent-stray-drops.ts';
import type { FilePicking } from './use-files.ts';

interface DropzoneProps {
  picking: FilePicking;
  isFull: boolean;
  hasRejected: boolean;
}

export function Dropzone({ picking, isFull, hasRejected }: DropzoneProps) {
  const [dragged, setDragged] = useState(false);
  const isDragOver = dragged && !isFull;
  const onDragOver = (event: DragEvent) => {
    if (isFull || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setDragged(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    // `dragleave` also fires when the pointer enters a child element.
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setDragged(false);
  };
  const onDrop = (event: DragEvent) => {
    setDragged(false);
    if (isFull || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    void picking.choose([...event.dataTransfer.files], { replace: false });
  };
  return (
    <div
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      className={cx(
        'flex flex-wrap items-center gap-3.5 rounded-lg border-2 px-4 py-5 lg:flex-nowrap lg:gap-[22px] lg:rounded-xl lg:px-6 lg:py-[30px]',
        dropzoneClass(isDragOver, isFull, hasRejected),
      )}
    >
      <span
        className={cx(
          'grid size-12 shrink-0 place-items-center rounded-full lg:size-15',
          isDragOver ? 'bg-ipe text-on-ipe' : isFull ? 'bg-hover text-ink-3' : 'bg-sunken',
        )}
      >
        <Upload size={24} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-heading text-[1.25rem] leading-[1.2]! font-semibold">
          <DropzoneText over={isDragOver} full={isFull} />
        </p>
        <p className="mt-1 text-xs text-balance text-ink-3">
          {isFull ? 'Remova um arquivo para escolher outro.' : limitsText(picking.accepts)}
        </p>
      </div>
      <FileButton
        picking={picking}
        label="Escolher arquivos"
        disabled={isFull}
        variant="line"
        size="lg"
        className="max-lg:w-full"
      />
    </div>
  );
}

function dropzoneClass(over: boolean, full: boolean, failed: boolean): string {
  if (over) return 'border-ink bg-ipe-soft';
  const backgroundClass = full ? 'bg-sunken text-ink-3' : 'bg-surface';
  return cx('border-dashed', failed ? 'border-bad' : 'border-line-strong', backgroundClass);
}

function DropzoneText({ over, full }: { over: boolean; full: boolean }) {
  if (full) return `${MAX_CAROUSEL_ITEMS} de ${MAX_CAROUSEL_ITEMS}: o post está cheio`;
  if (over) return 'Solte para enviar';
  return (
    <>
      <span className="max-lg:hidden">Arraste fotos e vídeos para cá</span>
      <span className="lg:hidden">Fotos e vídeos do post</span>
    </>
  );
}
