import { MAX_USER_TAGS } from '@pontual/contract/post-changes.ts';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FittedPicture } from '../preview/fitted-picture.tsx';
import type { Medium, PlacedTag } from '../form-rules.ts';
import { pointIn, pointsOf, pointText, withoutTag, withTag, type Point } from './markers.ts';
import { TagMarker } from './tag-marker.tsx';
import { WhoIsHere } from './who-is-here.tsx';

interface TagStageProps {
  file: Medium;
  /** Width by height, of what goes out. */
  ratio: number;
  /** Where somebody is to be named; null for nowhere. */
  asked: Point | null;
  onAsk: (point: Point | null) => void;
  onTags: (tags: readonly PlacedTag[]) => void;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };
const FULL = `Marque no máximo ${MAX_USER_TAGS} pessoas em cada foto`;

/** A picture as it goes out, on which people are marked where they are. */
export function TagStage({ file, ratio, asked, onAsk, onTags }: TagStageProps) {
  const id = useId();
  const { tags } = file;
  const points = pointsOf(tags);
  const [fresh, setFresh] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [isFull, setFull] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLButtonElement>(null);

  const remove = (username: string) => {
    onTags(withoutTag(tags, username));
    setSaid(`@${username}: removido`);
    setFull(false);
    picture.current?.focus();
  };

  return (
    <>
      <div className="grid grid-cols-1 place-items-center overflow-clip rounded-md bg-sunken">
        <div
          ref={stage}
          className="relative max-w-full"
          style={{ width: `calc(50dvh * ${ratio})`, aspectRatio: ratio }}
        >
          <FittedPicture
            file={file}
            ratio={ratio}
            alt={`${file.file.name}, como vai sair`}
            className="absolute! inset-0 size-full"
          />
          <button
            ref={picture}
            type="button"
            aria-label={`Marcar alguém em ${file.file.name}`}
            className="absolute inset-0 cursor-crosshair outline-offset-[-4px]!"
            onClick={(event) => {
              setFresh(null);
              setFull(tags.length >= MAX_USER_TAGS);
              if (tags.length >= MAX_USER_TAGS) return;
              // A key has no place: it asks for the middle, and the arrows do the rest.
              const box = event.currentTarget.getBoundingClientRect();
              onAsk(event.detail === 0 ? MIDDLE : pointIn(box, event));
            }}
          />
          {tags.map(({ username }, index) => (
            <TagMarker
              key={username}
              username={username}
              point={points[index] ?? MIDDLE}
              stage={stage}
              describedBy={`${id}-keys`}
              fresh={username === fresh}
              onMove={(point) => {
                onTags(withTag(tags, username, point));
                setSaid(`@${username}: ${pointText(point)}`);
              }}
              onRemove={() => remove(username)}
            />
          ))}
          {asked === null ? null : (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute grid size-8 -translate-1/2 place-items-center rounded-full border-2 border-[#121212] bg-[#fff] text-[#121212]"
              style={{ left: `${asked.x * 100}%`, top: `${asked.y * 100}%` }}
            >
              <Plus size={18} />
            </span>
          )}
        </div>
      </div>
      {asked === null ? null : (
        <WhoIsHere
          key={`${asked.x} ${asked.y}`}
          onName={(username) => {
            onTags(withTag(tags, username, asked));
            setSaid(`@${username}: marcado`);
            setFresh(username);
            onAsk(null);
          }}
          onCancel={() => {
            onAsk(null);
            picture.current?.focus();
          }}
        />
      )}
      <p role="alert" className="text-xs font-medium text-bad-text not-empty:mt-2">
        {isFull ? FULL : null}
      </p>
      <output className="sr-only">{said}</output>
      <Tagged tags={tags} onRemove={remove} />
      <p id={`${id}-keys`} className="mt-3 text-xs text-pretty text-ink-3">
        Arraste um nome para mudar de lugar. No teclado, as setas movem 1%, ou 5% com Shift, e
        Delete remove.
      </p>
    </>
  );
}

function Tagged(props: { tags: readonly PlacedTag[]; onRemove: (username: string) => void }) {
  const { tags, onRemove } = props;
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Pessoas marcadas" className="mt-3 flex flex-wrap gap-2">
      {tags.map(({ username }) => (
        <li
          key={username}
          className="inline-flex items-center rounded-full bg-sunken pl-3.5 text-xs font-semibold text-ink"
        >
          @{username}
          <IconButton
            size="sm"
            label={`Remover @${username}`}
            icon={<X size={14} />}
            onClick={() => onRemove(username)}
          />
        </li>
      ))}
    </ul>
  );
}
