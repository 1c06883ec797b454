import { formatFileCount } from '@pontual/contract/media/media.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import type { LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { useState, type ReactNode } from 'react';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useLoadMoreFocus } from '../../ui/use-load-more-focus.ts';
import { isFull, findPosition, type MediaSelection } from './media-selection.ts';
import { everyFile, useMediaLibrary, type MediaLibraryFilter } from './media-library-queries.ts';

const kinds = [
  { value: 'ALL', label: 'Tudo' },
  { value: 'image', label: 'Fotos' },
  { value: 'video', label: 'Vídeos' },
] as const;

/** In ms after the last key press. */
const DEBOUNCE_MS = 250;

interface MediaLibraryListProps {
  onFile: (file: LibraryFile) => void;
  busy?: ReadonlySet<string>;
  /** In order; null while a press opens a file and does not select it. */
  chosen?: MediaSelection | null;
  aside?: ReactNode;
}

const noFiles: ReadonlySet<string> = new Set();

export function MediaLibraryList(props: MediaLibraryListProps) {
  const { onFile, busy = noFiles, chosen = null, aside } = props;
  const [filter, setFilter] = useState<MediaLibraryFilter>(everyFile);
  const searchText = useDebounced(filter.searchText, DEBOUNCE_MS);
  const query = useMediaLibrary({ ...filter, searchText });
  const { list, beforeLoad } = useLoadMoreFocus<HTMLUListElement>();
  // The list also stands in a dialog, where the heading of the page cannot have the focus.
  const focusList = useFocusAfterRender(() => list.current?.focus({ preventScroll: true }));
  const files = query.data?.pages.flatMap((page) => page.files);
  const total = query.data?.pages[0]?.pagination.total ?? 0;
  const isNarrowed = filter.searchText.trim() !== '' || filter.kind !== 'ALL';
  return (
    <>
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <div className="relative min-w-0 flex-1 basis-64">
          <input
            type="text"
            inputMode="search"
            enterKeyHint="search"
            aria-label="Buscar na biblioteca"
            placeholder="Buscar na legenda ou na descrição"
            maxLength={100}
            value={filter.searchText}
            onChange={({ target }) => setFilter({ ...filter, searchText: target.value })}
            className="min-h-11 w-full rounded-full border-[1.5px] border-line-strong bg-surface px-4 text-[16px] placeholder:text-ink-3 lg:min-h-10 lg:text-sm"
          />
        </div>
        <div className="w-full sm:w-64">
          <Segmented
            label="Tipo"
            hideLabel
            options={kinds}
            value={filter.kind}
            onValue={(kind) => setFilter({ ...filter, kind })}
          />
        </div>
      </search>
      <QueryState
        query={query}
        failed="Não foi possível carregar a biblioteca."
        loading={
          <Skeleton className={grid}>
            {Array.from({ length: 8 }, (_, index) => (
              <SkeletonBar key={index} className="aspect-[4/5] rounded-md!" />
            ))}
          </Skeleton>
        }
        focusAfter={focusList}
      />
      <h2 className="sr-only">Arquivos</h2>
      {aside !== undefined && total > 0 ? (
        <div className="mb-3 flex min-h-11 items-center justify-between gap-3 lg:min-h-10">
          <output className="tnum text-xs text-ink-3">{formatFileCount(total)}</output>
          {aside}
        </div>
      ) : null}
      {files?.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'Nada com esta busca' : 'A biblioteca está vazia'}
          className="rounded-lg border border-line bg-surface"
        >
          {isNarrowed
            ? 'Tente outras palavras ou outro tipo.'
            : 'As fotos e os vídeos dos seus posts e rascunhos aparecem aqui.'}
        </EmptyState>
      ) : null}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Arquivos"
        className={cx(grid, 'shadow-none! outline-none!')}
      >
        {files?.map((file) => (
          <li key={file._id}>
            <FileButton
              file={file}
              busy={busy.has(file._id)}
              position={chosen === null ? null : findPosition(chosen, file)}
              isFull={chosen !== null && isFull(chosen)}
              onFile={onFile}
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="ghost"
          block
          className="mt-4"
          busy={query.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => {
            beforeLoad();
            void query.fetchNextPage();
          }}
        >
          Mostrar mais
        </Button>
      ) : null}
    </>
  );
}

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4 xl:grid-cols-4';

interface FileButtonProps extends Pick<MediaLibraryListProps, 'onFile'> {
  file: LibraryFile;
  busy: boolean;
  /** Index in the selection; -1 if not selected, null without selection mode. */
  position: number | null;
  isFull: boolean;
}

function FileButton({ file, busy, position, isFull: isSelectionFull, onFile }: FileButtonProps) {
  const { kind, url, thumbnailUrl, caption, altText, posts, addedAt } = file;
  const line = caption.trim() || altText || (kind === 'video' ? 'Vídeo' : 'Foto');
  const isChosen = position !== null && position >= 0;
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-pressed={position === null ? undefined : isChosen}
      aria-disabled={(position === -1 && isSelectionFull) || undefined}
      onClick={() => onFile(file)}
      className={cx(
        'relative block w-full rounded-md border bg-surface text-left hover:bg-hover aria-busy:opacity-60 aria-disabled:opacity-50',
        isChosen ? 'border-ink inset-ring inset-ring-ink' : 'border-line',
        position !== null && 'scroll-mb-60 scroll-mt-16',
      )}
    >
      <MediaThumb
        item={{ type: kind, url, thumbnailUrl }}
        type={kind === 'video' ? 'VIDEO' : 'IMAGE'}
        className="aspect-[4/5] w-full rounded-t-[11px]"
      />
      {position === null ? null : <PositionMark position={position} />}
      <span className="block px-3 py-2.5">
        <b className="line-clamp-1 text-sm font-semibold wrap-anywhere">{line}</b>
        <small className="block text-2xs text-ink-3">
          {kind === 'video' ? 'Vídeo' : 'Foto'} · {posts === 1 ? '1 post' : `${posts} posts`} ·{' '}
          {formatDate(new Date(addedAt))}
        </small>
      </span>
    </button>
  );
}

function PositionMark({ position }: { position: number }) {
  return (
    <span
      className={cx(
        'tnum absolute top-2.5 left-2.5 grid size-7 place-items-center rounded-full text-xs font-bold',
        position < 0
          ? 'bg-[rgb(0_0_0/.28)] shadow-[inset_0_0_0_2px_rgb(255_253_248/.95),0_0_0_1px_rgb(0_0_0/.3)]'
          : 'bg-ink text-on-ink shadow-[0_0_0_2px_var(--surface)]',
      )}
    >
      {position < 0 ? null : (
        <>
          {position + 1}
          <span className="sr-only">º do post:</span>
        </>
      )}
    </span>
  );
}
