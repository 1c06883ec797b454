// The field keeps the focus and hears the keys: rows are named by aria-activedescendant.
// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role -- no tag of HTML is such a list
import type { LocationResult } from '@pontual/contract/instagram/instagram.ts';
import { CircleAlert, MapPin } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';

interface LocationListProps {
  /** Id of the field; the list has `id-list` and its rows `id-0`, `id-1` and so on. */
  id: string;
  found: readonly LocationResult[] | undefined;
  isSearching: boolean;
  failure: string | null;
  row: number | null;
  onChoose: (location: LocationResult) => void;
}

export function LocationList(props: LocationListProps) {
  const { id, found, isSearching, failure, row, onChoose } = props;
  const count = found?.length ?? 0;
  const message = isSearching
    ? 'Buscando locais...'
    : (failure ?? (found?.length === 0 ? 'Nenhum lugar encontrado' : null));
  return (
    <>
      <output className="sr-only">
        {count > 0 && !isSearching ? `${count} ${count === 1 ? 'local' : 'locais'}` : message}
      </output>
      {count === 0 && message === null ? null : (
        <div
          key={count}
          ref={scrollElementIntoView}
          className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-[280px] scroll-mb-28 overflow-auto rounded-md border border-line bg-surface p-1.5 shadow-pop"
        >
          {count === 0 ? (
            <p
              aria-hidden="true"
              className="flex min-h-11 items-center gap-2.5 px-3 py-2 text-sm text-ink-2"
            >
              {isSearching ? <Spinner /> : failure === null ? null : <CircleAlert size={18} />}
              {message}
            </p>
          ) : (
            <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Locais">
              {found?.map((location, index) => (
                <div
                  key={location.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === row}
                  ref={index === row ? scrollElementIntoView : undefined}
                  // Keeps the focus in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(location)}
                  className={cx(
                    'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 py-1.5 hover:bg-hover',
                    index === row && 'bg-ipe-soft hover:bg-ipe-soft',
                  )}
                >
                  <MapPin size={18} className="shrink-0 text-ink-3" />
                  <span className="min-w-0">
                    <b className="block truncate text-sm font-semibold">{location.name}</b>
                    {location.address === null ? null : (
                      <span className="block truncate text-xs text-ink-3">{location.address}</span>
                    )}
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}

function scrollElementIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
