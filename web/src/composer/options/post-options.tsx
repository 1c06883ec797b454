import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { ChevronDown } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import type { PositionedTag, PostOptionValues } from '../form.rules.ts';
import { Section } from '../../ui/section.tsx';
import { AltTextField } from './alt-text-field.tsx';
import { CollaboratorsField } from './collaborators-field.tsx';
import { listDescribable, listTaggable } from './option-fields.ts';
import { PeopleField } from './people-field.tsx';
import { LocationField } from './location-field.tsx';
import { SavedLocationList, useSaveLocation, useSavedLocations } from './saved-locations.tsx';
import { ReelsOptions } from './reels-options.tsx';

interface PostOptionsProps {
  values: PostOptionValues;
  type: MediaType;
  isConnected: boolean;
  locked: boolean;
  cover: ReactNode;
  onOptions: (
    change: Partial<
      Pick<PostOptionValues, 'shareToFeed' | 'audioName' | 'collaborators' | 'location'>
    >,
  ) => void;
  onAltText: (url: string, text: string) => void;
  onTags: (url: string, tags: readonly PositionedTag[]) => void;
}

export function PostOptions(props: PostOptionsProps) {
  const { values, type, isConnected, locked, cover, onOptions, onAltText, onTags } = props;
  const { files, location, collaborators } = values;
  // Other types show collaborators only if an import or the API has set some, until the page is closed.
  const [showsCollaborators] = useState(type !== 'REELS' && collaborators.length > 0);
  const allowsLocation = type !== 'STORIES';
  if (!allowsLocation && listTaggable(files, type).length === 0) return null;
  return (
    <Section title={type === 'REELS' ? 'Opções do Reels' : 'Opções do post'}>
      {type === 'REELS' ? (
        <ReelsOptions values={values} locked={locked} onOptions={onOptions}>
          {cover}
        </ReelsOptions>
      ) : null}
      <div className="grid items-start gap-4 not-first:mt-4 sm:grid-cols-2">
        {allowsLocation ? (
          <LocationOptions
            location={location}
            isConnected={isConnected}
            locked={locked}
            onLocation={(chosen) => onOptions({ location: chosen })}
          />
        ) : null}
        <PeopleField files={files} type={type} locked={locked} onTags={onTags} />
        {allowsLocation && showsCollaborators ? (
          <CollaboratorsField
            names={collaborators}
            locked={locked}
            onNames={(names) => onOptions({ collaborators: names })}
          />
        ) : null}
      </div>
      {listDescribable(files, type).length === 0 ? null : (
        <AdvancedOptions open={files.some(({ altText }) => altText !== '')}>
          <AltTextField files={files} type={type} locked={locked} onAltText={onAltText} />
        </AdvancedOptions>
      )}
    </Section>
  );
}

function LocationOptions({ location, ...rest }: ComponentProps<typeof LocationField>) {
  const savedLocations = useSavedLocations();
  const saveLocation = useSaveLocation();
  /** A new key discards the typed text when a saved location is chosen. */
  const [fieldKey, setFieldKey] = useState(0);
  // A stored post has only the id of its location.
  const name = location?.name ?? savedLocations.find(({ id }) => id === location?.id)?.name ?? null;
  const { locked, onLocation } = rest;
  return (
    <div>
      <LocationField
        key={fieldKey}
        {...rest}
        location={location === null ? null : { id: location.id, name }}
        onFoundChosen={({ id, name, address }) => saveLocation.mutate({ id, name, address })}
      />
      <SavedLocationList
        location={location}
        locked={locked}
        onLocation={(chosen) => {
          onLocation(chosen);
          setFieldKey(fieldKey + 1);
        }}
      />
    </div>
  );
}

function AdvancedOptions({ open, children }: { open: boolean; children: ReactNode }) {
  // Initial state only: clearing the field must not collapse the section.
  const [isInitiallyOpen] = useState(open);
  return (
    <details open={isInitiallyOpen} className="group mt-4 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-lg px-4 py-3 text-sm font-semibold">
        <span className="flex-1">Opções avançadas</span>
        <span className="text-xs font-normal text-ink-3">Texto alternativo</span>
        <ChevronDown
          size={18}
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line px-4 pt-3.5 pb-4">{children}</div>
    </details>
  );
}
