import type { MediaType } from '@pontual/contract/posts.ts';
import { ChevronDown } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import type { PlacedTag, SaidOfPost } from '../form-rules.ts';
import { Section } from '../section.tsx';
import { AltTextField } from './alt-text-field.tsx';
import { CollaboratorsField } from './collaborators-field.tsx';
import { describable, taggable } from './option-fields.ts';
import { PeopleField } from './people-field.tsx';
import { PlaceField } from './place-field.tsx';
import { SavedPlaces, useKeepPlace, useSavedPlaces } from './saved-places.tsx';
import { ReelsOptions } from './reels-options.tsx';

interface PostOptionsProps {
  form: SaidOfPost;
  type: MediaType;
  /** Whether there is an account of Instagram to search places with. */
  connected: boolean;
  locked: boolean;
  /** How a reel's cover is chosen. */
  cover: ReactNode;
  onOptions: (
    change: Partial<Pick<SaidOfPost, 'shareToFeed' | 'audioName' | 'collaborators' | 'place'>>,
  ) => void;
  onAltText: (url: string, text: string) => void;
  onTags: (url: string, tags: readonly PlacedTag[]) => void;
}

/** What can be said of a post of this type besides its caption and its hour. */
export function PostOptions(props: PostOptionsProps) {
  const { form, type, connected, locked, cover, onOptions, onAltText, onTags } = props;
  const { files, place, collaborators } = form;
  // Of a reel they are asked for above. Of others a sheet or a program has named them, and whoever takes
  // the last one away keeps the field.
  const [hasInvited] = useState(type !== 'REELS' && collaborators.length > 0);
  // A story takes neither a place nor a caption.
  const takesPlace = type !== 'STORIES';
  if (!takesPlace && taggable(files, type).length === 0) return null;
  return (
    <Section title={type === 'REELS' ? 'Opções do Reels' : 'Opções do post'}>
      {type === 'REELS' ? (
        <ReelsOptions values={form} locked={locked} onOptions={onOptions}>
          {cover}
        </ReelsOptions>
      ) : null}
      <div className="grid items-start gap-4 not-first:mt-4 sm:grid-cols-2">
        {takesPlace ? (
          <Place
            place={place}
            connected={connected}
            locked={locked}
            onPlace={(chosen) => onOptions({ place: chosen })}
          />
        ) : null}
        <PeopleField files={files} type={type} locked={locked} onTags={onTags} />
        {takesPlace && hasInvited ? (
          <CollaboratorsField
            names={collaborators}
            locked={locked}
            onNames={(names) => onOptions({ collaborators: names })}
          />
        ) : null}
      </div>
      {describable(files, type).length === 0 ? null : (
        <Advanced open={files.some(({ altText }) => altText !== '')}>
          <AltTextField files={files} type={type} locked={locked} onAltText={onAltText} />
        </Advanced>
      )}
    </Section>
  );
}

/** The field with the places that were used before. */
function Place({ place, ...rest }: ComponentProps<typeof PlaceField>) {
  const saved = useSavedPlaces();
  const keep = useKeepPlace();
  /** What was written in the field gives way to what is chosen below it. */
  const [turn, setTurn] = useState(0);
  // A post that is there names its place by the id alone.
  const name = place?.name ?? saved.find(({ id }) => id === place?.id)?.name ?? null;
  const { locked, onPlace } = rest;
  return (
    <div>
      <PlaceField
        key={turn}
        {...rest}
        place={place === null ? null : { id: place.id, name }}
        onFound={({ id, name, address }) => keep.mutate({ id, name, address })}
      />
      <SavedPlaces
        place={place}
        locked={locked}
        onPlace={(chosen) => {
          onPlace(chosen);
          setTurn(turn + 1);
        }}
      />
    </div>
  );
}

/** Folded up, unless something has been said in it. */
function Advanced({ open, children }: { open: boolean; children: ReactNode }) {
  // Only how it begins: whoever empties the field does not close it.
  const [begins] = useState(open);
  return (
    <details open={begins} className="group mt-4 rounded-lg border border-line bg-surface">
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
