import {
  saveLocation,
  listLocations,
  type SavedLocation,
} from '@pontual/contract/posts/locations.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Star } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import type { PostLocation } from '../form.rules.ts';

/** More would hide the form. */
const MAX_RECENT = 4;

/** The query key includes the user, so that the next user of this browser does not see the list. */
function useLocationsKey(): readonly unknown[] {
  const { user } = useSession();
  return ['saved-locations', user?._id];
}

const noLocations: readonly SavedLocation[] = [];

/** Empty until they are loaded. */
export function useSavedLocations(): readonly SavedLocation[] {
  const { user } = useSession();
  const { data } = useQuery({
    enabled: user !== null,
    queryKey: useLocationsKey(),
    queryFn: async ({ signal }) => (await call(listLocations, { signal })).locations,
  });
  return data ?? noLocations;
}

type LocationInput = Pick<SavedLocation, 'id' | 'name'> & Partial<SavedLocation>;

export function useSaveLocation() {
  const queries = useQueryClient();
  const key = useLocationsKey();
  return useMutation({
    mutationFn: ({ id, name, address, isFavourite }: LocationInput) =>
      call(saveLocation, {
        body: {
          id,
          name,
          ...(address === undefined ? {} : { address }),
          ...(isFavourite === undefined ? {} : { isFavourite }),
        },
      }),
    onSuccess: ({ locations }) => queries.setQueryData(key, locations),
  });
}

interface SavedLocationsProps {
  location: PostLocation | null;
  locked: boolean;
  onLocation: (location: PostLocation) => void;
}

export function SavedLocationList({ location, locked, onLocation }: SavedLocationsProps) {
  const locations = useSavedLocations();
  const rememberLocation = useSaveLocation();
  const favouriteButton = useRef<HTMLButtonElement>(null);
  const focusAfterChoice = useFocusAfterRender(() => favouriteButton.current?.focus());
  if (location !== null) {
    const savedLocation = locations.find(({ id }) => id === location.id);
    const name = savedLocation?.name ?? location.name;
    if (name === null) return null;
    const isFavourite = savedLocation?.isFavourite === true;
    return (
      <Button
        ref={favouriteButton}
        variant="ghost"
        size="sm"
        className="mt-1 -ml-3"
        icon={<Star size={16} className={isFavourite ? 'fill-current' : undefined} />}
        aria-pressed={isFavourite}
        disabled={locked}
        onClick={() =>
          rememberLocation.mutate(
            { id: location.id, name, isFavourite: !isFavourite },
            { onError: failureToast('Não foi possível salvar o local. Tente de novo.') },
          )
        }
      >
        Local favorito
      </Button>
    );
  }
  const favourites = locations.filter(({ isFavourite }) => isFavourite);
  const recent = locations.filter(({ isFavourite }) => !isFavourite).slice(0, MAX_RECENT);
  if (locations.length === 0) return null;
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
                onLocation({ id, name });
                rememberLocation.mutate({ id, name });
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
