import { MAX_USER_TAGS } from '@pontual/contract/post-changes.ts';
import { targetRatio } from '@pontual/contract/media-fit.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Medium, PlacedTag } from '../form-rules.ts';
import { ItemPicker } from './item-picker.tsx';
import { tagsOfNames, type Point } from './markers.ts';
import { NamesField } from './names-field.tsx';
import { taggable } from './option-fields.ts';
import { TagStage } from './tag-stage.tsx';

interface PeopleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  files: readonly Medium[];
  type: MediaType;
  onTags: (url: string, tags: readonly PlacedTag[]) => void;
}

/** The most that one medium takes. */
export const peopleRule = {
  max: MAX_USER_TAGS,
  tooMany: `Marque no máximo ${MAX_USER_TAGS} pessoas`,
};

export const peopleCount = (count: number): string =>
  count === 1 ? '1 pessoa' : `${count} pessoas`;

/** Marks people on pictures, one picture at a time. */
export function PeopleDialog({ open, onOpenChange, files, type, onTags }: PeopleDialogProps) {
  const able = taggable(files, type);
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<Point | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const file = able.find(({ url }) => url === chosen) ?? able[0];
  const ratio = targetRatio(type, files);
  if (file === undefined) return null;
  const isSeen = ratio !== null && file.width > 0;
  const change = (next: boolean) => {
    setAsked(null);
    onOpenChange(next);
  };
  /** Goes to what was written and is no name; it says itself what is wrong. */
  const isUnfinished = () => {
    const fault = body.current?.querySelector<HTMLElement>('[data-fault]') ?? null;
    fault?.focus();
    return fault !== null;
  };
  const setTags = (tags: readonly PlacedTag[]) => onTags(file.url, tags);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Marcar pessoas"
      description={isSeen ? 'Toque ou clique na foto onde a pessoa está.' : undefined}
      className="lg:max-w-[560px]"
      actions={
        // First the name that is being written is marked or given up.
        asked === null ? (
          <Button variant="ink" onClick={() => (isUnfinished() ? undefined : change(false))}>
            Pronto
          </Button>
        ) : undefined
      }
    >
      <div ref={body} className="grid gap-3 pt-2 *:min-w-0">
        {able.length > 1 ? (
          <ItemPicker
            label="Foto em que marcar"
            files={files}
            able={able}
            chosen={file.url}
            markOf={({ tags: { length } }) =>
              length === 0 ? null : { words: peopleCount(length), sign: length }
            }
            onChoose={(url) => {
              if (isUnfinished()) return;
              setAsked(null);
              setChosen(url);
            }}
          />
        ) : null}
        <div>
          {isSeen ? (
            <TagStage
              key={file.url}
              file={file}
              ratio={ratio}
              asked={asked}
              onAsk={setAsked}
              onTags={setTags}
            />
          ) : (
            <NamesField
              key={file.url}
              label={`Pessoas em ${file.file.name}`}
              hint="Este navegador não mostra esta foto. Os nomes saem lado a lado, no meio dela."
              names={file.tags.map(({ username }) => username)}
              rule={peopleRule}
              locked={false}
              onNames={(names) => setTags(tagsOfNames(file.tags, names))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
