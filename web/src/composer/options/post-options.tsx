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
import { SavedLocations, useSaveLocation, useSavedLocations } from './saved-locations.tsx';
import { ReelsOptions } from './reels-options.tsx';

interface PostOptionsProps {
  values: PostOptionValues;
  type: MediaType;
  /** Whether there is an account of Instagram to search places with. */
  isConnected: boolean;
  locked: boolean;
  /** How a reel's cover is chosen. */
  cover: ReactNode;
  onOptions: (
    change: Partial<
      Pick<PostOptionValues, 'shareToFeed' | 'audioName' | 'collaborators' | 'location'>
    >,
  ) => void;
  onAltText: (url: string, text: string) => void;
  onTags: (url: string, tags: readonly PositionedTag[]) => void;
}

/** What can be said of a post of this type besides its caption and its hour. */
export function PostOptions(props: PostOptionsProps) {
  const { values, type, isConnected, locked, cover, onOptions, onAltText, onTags } = props;
  const { files, location, collaborators } = values;
  // Of a reel they are asked for above. Of others a sheet or a program has named them, and whoever takes
  // the last one away keeps the field.
  const [showsCollaborators] = useState(type !== 'REELS' && collaborators.length > 0);
  // A story takes neither a place nor a caption.
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

/** The field with the places that were used before. */
function LocationOptions({ location, ...rest }: ComponentProps<typeof LocationField>) {
  const savedLocations = useSavedLocations();
  const saveLocation = useSaveLocation();
  /** What was written in the field gives way to what is chosen below it. */
  const [fieldKey, setFieldKey] = useState(0);
  // A post that is there names its place by the id alone.
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
      <SavedLocations
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

/** Folded up, unless something has been said in it. */
function AdvancedOptions({ open, children }: { open: boolean; children: ReactNode }) {
  // Only how it begins: whoever empties the field does not close it.
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
