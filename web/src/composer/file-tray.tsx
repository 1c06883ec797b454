import { formatFileCount } from '@pontual/contract/media/media.ts';
import { MAX_CAROUSEL_ITEMS } from '@pontual/contract/shared/instagram-limits.ts';
import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  GripVertical,
  X,
} from 'lucide-react';
import { use, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import type { PickedFile } from './form.rules.ts';
import { PickedThumb } from './picked-thumb.tsx';
import { SectionLevel } from '../ui/section-level.ts';
import { UploadTileState } from './uploads/upload-tile-state.tsx';
import { UploadOverlay } from './uploads/upload-overlay.tsx';
import type { EarlyUploads } from './uploads/use-upload-queue.ts';
import { useUploadAnnouncement } from './uploads/use-upload-announcement.ts';
import { useSorting, type Sorting } from './use-sorting.ts';

interface TrayProps {
  files: readonly PickedFile[];
  /** Early uploads, keyed by the url of their file. */
  uploads: EarlyUploads['uploads'];
  onMove: (file: PickedFile, to: number) => void;
  onRemove: (file: PickedFile) => void;
  onRemoveAll: () => void;
  onRetry: (file: PickedFile) => void;
}

export function Tray({ files, uploads, onMove, onRemove, onRemoveAll, onRetry }: TrayProps) {
  const several = files.length > 1;
  const Heading = use(SectionLevel) === 2 ? 'h2' : 'h4';
  const [announcement, setAnnouncement] = useState('');
  const [openControlsUrl, setOpenControlsUrl] = useState<string | null>(null);
  const hint = useId();
  const uploadAnnouncement = useUploadAnnouncement(files, uploads);
  const list = useRef<HTMLOListElement>(null);
  const sorting = useSorting(list, files.length, (from, to) => {
    const file = files[from];
    if (file === undefined) return;
    setAnnouncement(`${file.file.name}, posição ${to + 1} de ${files.length}`);
    if (to !== from) onMove(file, to);
  });
  return (
    <>
      <div className="mt-7 mb-3 flex min-h-8 items-center gap-x-2.5">
        <Heading className="h-card">
          {several
            ? `${files.length} de ${formatFileCount(MAX_CAROUSEL_ITEMS)}`
            : formatFileCount(files.length)}
        </Heading>
        {several ? (
          <>
            <span className="text-xs text-ink-3 max-lg:hidden">Arraste para mudar a ordem</span>
            <Button
              variant="ghost"
              size="sm"
              className="-mr-[13px] ml-auto max-lg:-my-1.5"
              onClick={onRemoveAll}
            >
              Remover todos
            </Button>
          </>
        ) : null}
      </div>
      <ol
        ref={list}
        aria-label="Arquivos do post"
        className="relative grid grid-cols-3 gap-x-2.5 gap-y-3.5 select-none lg:grid-cols-5 [&_img]:pointer-events-none lg:gap-3"
      >
        {files.map((picked, index) => (
          <li
            key={picked.url}
            style={sorting.itemStyle(index)}
            onPointerDown={(event) => sorting.onPointerDown(event, index)}
            className={cx('relative min-w-0', several && 'lg:cursor-grab')}
          >
            <PickedThumb
              file={picked}
              className={cx(
                'aspect-4/5 w-full rounded-md',
                sorting.draggedIndex === index && 'shadow-dialog outline-[2.5px] outline-ink',
              )}
            />
            <UploadOverlay picked={picked} upload={uploads.get(picked.url)} />
            {several ? (
              <ReorderControls
                name={picked.file.name}
                index={index}
                count={files.length}
                sorting={sorting}
                hint={hint}
                open={openControlsUrl === picked.url}
                onOpen={(open) => setOpenControlsUrl(open ? picked.url : null)}
                onMoveTo={(to) => sorting.moveTo(index, to)}
              />
            ) : null}
            {openControlsUrl === picked.url ? null : (
              <RemoveButton name={picked.file.name} onRemove={() => onRemove(picked)} />
            )}
            <UploadTileState
              file={picked.file}
              upload={uploads.get(picked.url)}
              onRetry={() => onRetry(picked)}
            />
          </li>
        ))}
      </ol>
      <p id={hint} hidden>
        As setas mudam a posição. Enter mostra botões para mover.
      </p>
      <output className="sr-only">{announcement}</output>
      <output className="sr-only">{uploadAnnouncement}</output>
    </>
  );
}

const discClass =
  'absolute grid size-8 place-items-center rounded-full bg-[rgb(255_253_248/.95)] text-on-ipe before:absolute before:-inset-1.5 lg:size-7';

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remover ${name}`}
      onClick={onRemove}
      className={cx(discClass, 'top-1.5 right-1.5')}
    >
      <X size={15} />
    </button>
  );
}

interface ReorderControlsProps {
  name: string;
  index: number;
  count: number;
  sorting: Sorting;
  hint: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  onMoveTo: (to: number) => void;
}

/** Has move buttons, too, for users who cannot drag. */
function ReorderControls(props: ReorderControlsProps) {
  const { name, index, count, sorting, hint, open, onOpen, onMoveTo } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = sorting.positionAfterKey(event.key, index);
    if (to === null) return;
    event.preventDefault();
    onMoveTo(to);
  };
  const onEscape = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    event.currentTarget.querySelector<HTMLElement>('[data-grip]')?.focus();
    onOpen(false);
  };
  return (
    <div onKeyDown={onEscape} role="presentation">
      {open ? (
        <MoveButtons name={name} index={index} count={count} onMoveTo={onMoveTo} />
      ) : (
        <span
          aria-hidden="true"
          className="tnum absolute top-2 left-2 grid size-6 place-items-center rounded-full bg-[rgb(18_18_18/.78)] text-2xs leading-none font-bold text-[#fff]"
        >
          {sorting.positionOf(index) + 1}
        </span>
      )}
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-4/5">
        <button
          type="button"
          data-grip
          aria-label={`Mover ${name}`}
          aria-describedby={hint}
          aria-expanded={open}
          onKeyDown={onKeyDown}
          onClick={({ detail }) => {
            // A click by keyboard has detail 0 and is never the end of a drag.
            if (detail === 0 || !sorting.wasDragged()) onOpen(!open);
          }}
          className={cx(
            discClass,
            'pointer-events-auto right-1.5 bottom-1.5 cursor-grab touch-none aria-expanded:bg-ipe',
            // The extended touch target would cover the last button.
            open && 'before:hidden',
          )}
        >
          <GripVertical size={16} />
        </button>
      </div>
    </div>
  );
}

function MoveButtons(props: {
  name: string;
  index: number;
  count: number;
  onMoveTo: (to: number) => void;
}) {
  const { name, index, count, onMoveTo } = props;
  const last = count - 1;
  const steps = [
    { label: 'Mover uma posição para trás', to: index - 1, Icon: ChevronLeft },
    { label: 'Mover uma posição para a frente', to: index + 1, Icon: ChevronRight },
    { label: 'Mover para o início', to: index === 0 ? -1 : 0, Icon: ChevronsLeft },
    { label: 'Mover para o fim', to: index === last ? count : last, Icon: ChevronsRight },
  ];
  return (
    <fieldset
      aria-label={`Posição de ${name}`}
      className="absolute inset-x-0 top-0 grid aspect-4/5 grid-cols-2 content-start justify-items-center gap-y-1.5 rounded-md bg-[rgb(18_18_18/.6)] pt-2"
    >
      {steps.map(({ label, to, Icon }) => {
        // `aria-disabled` and not `disabled`, so that the button keeps the focus at an end.
        const isAtEnd = to < 0 || to > last;
        return (
          <button
            key={label}
            type="button"
            aria-label={label}
            aria-disabled={isAtEnd || undefined}
            onClick={() => {
              if (!isAtEnd) onMoveTo(to);
            }}
            className="grid size-11 place-items-center rounded-full bg-[rgb(255_253_248/.95)] text-on-ipe aria-disabled:cursor-default aria-disabled:opacity-50"
          >
            <Icon size={18} />
          </button>
        );
      })}
    </fieldset>
  );
}
