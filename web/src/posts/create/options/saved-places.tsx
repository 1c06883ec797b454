import { keepPlace, listPlaces, type SavedPlace } from '@pontual/contract/places.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Star } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFocusAfter } from '../../../ui/use-focus-after.ts';
import type { Place } from '../form-rules.ts';

/** Beside the favourites; more would hide the form. */
const RECENT_SHOWN = 4;

/** What one user keeps is not shown to the next of this browser. */
function useKey(): readonly unknown[] {
  const { user } = useSession();
  return ['saved-places', user?._id];
}

const none: readonly SavedPlace[] = [];

/** The places that the workspace has used; none until they are known. */
export function useSavedPlaces(): readonly SavedPlace[] {
  const { user } = useSession();
  const { data } = useQuery({
    enabled: user !== null,
    queryKey: useKey(),
    queryFn: async ({ signal }) => (await call(listPlaces, { signal })).places,
  });
  return data ?? none;
}

type Kept = Pick<SavedPlace, 'id' | 'name'> & Partial<SavedPlace>;

/** Notes a place as used, or as a favourite or none any more. */
export function useKeepPlace() {
  const queries = useQueryClient();
  const key = useKey();
  return useMutation({
    mutationFn: ({ id, name, address, isFavourite }: Kept) =>
      call(keepPlace, {
        body: {
          id,
          name,
          ...(address === undefined ? {} : { address }),
          ...(isFavourite === undefined ? {} : { isFavourite }),
        },
      }),
    onSuccess: ({ places }) => queries.setQueryData(key, places),
  });
}

interface SavedPlacesProps {
  place: Place | null;
  locked: boolean;
  onPlace: (place: Place) => void;
}

/** Below the field: places to choose again, and whether the chosen one is a favourite. */
export function SavedPlaces({ place, locked, onPlace }: SavedPlacesProps) {
  const places = useSavedPlaces();
  const keep = useKeepPlace();
  const favourite = useRef<HTMLButtonElement>(null);
  // It comes in the place of the list.
  const focusAfterChoice = useFocusAfter(() => favourite.current?.focus());
  if (place !== null) {
    const known = places.find(({ id }) => id === place.id);
    const name = known?.name ?? place.name;
    if (name === null) return null;
    const isFavourite = known?.isFavourite === true;
    return (
      <Button
        ref={favourite}
        variant="ghost"
        size="sm"
        className="mt-1 -ml-3"
        icon={<Star size={16} className={isFavourite ? 'fill-current' : undefined} />}
        aria-pressed={isFavourite}
        disabled={locked}
        onClick={() =>
          keep.mutate(
            { id: place.id, name, isFavourite: !isFavourite },
            { onError: ({ message: text }) => showToast({ text, error: true }) },
          )
        }
      >
        Local favorito
      </Button>
    );
  }
  const favourites = places.filter(({ isFavourite }) => isFavourite);
  const recent = places.filter(({ isFavourite }) => !isFavourite).slice(0, RECENT_SHOWN);
  if (places.length === 0) return null;
  return (
    <ul aria-label="Locais salvos e recentes" className="mt-2 flex flex-wrap gap-1.5">
      {[...favourites, ...recent].map(({ id, name, isFavourite }) => {
        const Icon = isFavourite ? Star : Clock;
        return (
          <li key={id} className="max-w-full">
            <Button
              variant="line"
              size="sm"
              className="max-w-full"
              disabled={locked}
              icon={<Icon size={14} className="shrink-0" />}
              aria-label={isFavourite ? `${name}, favorito` : `${name}, usado há pouco`}
              onClick={() => {
                onPlace({ id, name });
                keep.mutate({ id, name });
                focusAfterChoice();
              }}
            >
              <span className="truncate py-1">{name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
