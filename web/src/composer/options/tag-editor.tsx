import { MAX_USER_TAGS } from '@pontual/contract/shared/instagram-limits.ts';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { FittedPicture } from '../preview/fitted-picture.tsx';
import type { FormFile, PositionedTag } from '../form.rules.ts';
import {
  pointFromPointer,
  listPoints,
  pointText,
  withoutTag,
  withTag,
  type Point,
} from './tag-points.ts';
import { TagMarker } from './tag-marker.tsx';
import { TagNameForm } from './tag-name-form.tsx';

interface TagEditorProps {
  file: FormFile;
  /** Width divided by height of the published picture. */
  ratio: number;
  pendingPoint: Point | null;
  onPickPoint: (point: Point | null) => void;
  onTags: (tags: readonly PositionedTag[]) => void;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };
const FULL_TEXT = `Marque no máximo ${MAX_USER_TAGS} pessoas em cada foto`;

export function TagEditor({ file, ratio, pendingPoint, onPickPoint, onTags }: TagEditorProps) {
  const id = useId();
  const { tags } = file;
  const points = listPoints(tags);
  const [newUsername, setNewUsername] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isFull, setFull] = useState(false);
  const pictureBox = useRef<HTMLDivElement>(null);
  const pictureButton = useRef<HTMLButtonElement>(null);

  const remove = (username: string) => {
    onTags(withoutTag(tags, username));
    setAnnouncement(`@${username}: removido`);
    setFull(false);
    pictureButton.current?.focus();
  };

  return (
    <>
      <div className="grid grid-cols-1 place-items-center overflow-clip rounded-md bg-sunken">
        <div
          ref={pictureBox}
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
            ref={pictureButton}
            type="button"
            aria-label={`Marcar alguém em ${file.file.name}`}
            className="absolute inset-0 cursor-crosshair outline-offset-[-4px]!"
            onClick={(event) => {
              setNewUsername(null);
              setFull(tags.length >= MAX_USER_TAGS);
              if (tags.length >= MAX_USER_TAGS) return;
              // A keyboard click has no position: the tag starts in the middle and the arrow keys move it.
              const box = event.currentTarget.getBoundingClientRect();
              onPickPoint(event.detail === 0 ? MIDDLE : pointFromPointer(box, event));
            }}
          />
          {tags.map(({ username }, index) => (
            <TagMarker
              key={username}
              username={username}
              point={points[index] ?? MIDDLE}
              pictureRef={pictureBox}
              describedBy={`${id}-keys`}
              isNew={username === newUsername}
              onMove={(point) => {
                onTags(withTag(tags, username, point));
                setAnnouncement(`@${username}: ${pointText(point)}`);
              }}
              onRemove={() => remove(username)}
            />
          ))}
          {pendingPoint === null ? null : (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute grid size-8 -translate-1/2 place-items-center rounded-full border-2 border-[#121212] bg-[#fff] text-[#121212]"
              style={{ left: `${pendingPoint.x * 100}%`, top: `${pendingPoint.y * 100}%` }}
            >
              <Plus size={18} />
            </span>
          )}
        </div>
      </div>
      {pendingPoint === null ? null : (
        <TagNameForm
          key={`${pendingPoint.x} ${pendingPoint.y}`}
          onName={(username) => {
            onTags(withTag(tags, username, pendingPoint));
            setAnnouncement(`@${username}: marcado`);
            setNewUsername(username);
            onPickPoint(null);
          }}
          onCancel={() => {
            onPickPoint(null);
            pictureButton.current?.focus();
          }}
        />
      )}
      <p role="alert" className="text-xs font-medium text-bad-text not-empty:mt-2">
        {isFull ? FULL_TEXT : null}
      </p>
      <output className="sr-only">{announcement}</output>
      <TaggedPeopleList tags={tags} onRemove={remove} />
      <p id={`${id}-keys`} className="mt-3 text-xs text-pretty text-ink-3">
        Arraste um nome para mudar de lugar. No teclado, as setas movem 1%, ou 5% com Shift, e
        Delete remove.
      </p>
    </>
  );
}

function TaggedPeopleList(props: {
  tags: readonly PositionedTag[];
  onRemove: (username: string) => void;
}) {
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
