import { MAX_USER_TAGS } from '@pontual/contract/shared/instagram-limits.ts';
import { targetRatio } from '@pontual/contract/posts/target-ratio.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { useRef, useState } from 'react';
import { instagramLimits } from '../../instagram/installed-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormFile, PositionedTag } from '../form.rules.ts';
import { ItemPicker } from './item-picker.tsx';
import { tagsForNames, type Point } from './tag-points.ts';
import { NamesField } from './usernames-field.tsx';
import { listTaggable } from './option-fields.ts';
import { TagEditor } from './tag-editor.tsx';

interface PeopleDialogProps {
  open: boolean;
  onClose: () => void;
  files: readonly FormFile[];
  type: MediaType;
  onTags: (url: string, tags: readonly PositionedTag[]) => void;
}

export const peopleRule = {
  max: MAX_USER_TAGS,
  tooMany: `Marque no máximo ${MAX_USER_TAGS} pessoas`,
};

export const peopleCountText = (count: number): string =>
  count === 1 ? '1 pessoa' : `${count} pessoas`;

export function PeopleDialog({ open, onClose, files, type, onTags }: PeopleDialogProps) {
  const taggableFiles = listTaggable(files, type);
  const [chosen, setChosen] = useState('');
  const [pendingPoint, setPendingPoint] = useState<Point | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const file = taggableFiles.find(({ url }) => url === chosen) ?? taggableFiles[0];
  const ratio = targetRatio(type, files, instagramLimits());
  if (file === undefined) return null;
  const isPictureVisible = ratio !== null && file.width > 0;
  const close = () => {
    setPendingPoint(null);
    onClose();
  };
  const focusInvalidField = () => {
    const invalidField = body.current?.querySelector<HTMLElement>('[data-fault]') ?? null;
    invalidField?.focus();
    return invalidField !== null;
  };
  const setTags = (tags: readonly PositionedTag[]) => onTags(file.url, tags);
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Marcar pessoas"
      description={isPictureVisible ? 'Toque ou clique na foto onde a pessoa está.' : undefined}
      className="lg:max-w-[560px]"
      actions={
        // A pending tag must be completed or cancelled first.
        pendingPoint === null ? (
          <Button variant="ink" onClick={() => (focusInvalidField() ? undefined : close())}>
            Pronto
          </Button>
        ) : undefined
      }
    >
      <div ref={body} className="grid gap-3 pt-2 *:min-w-0">
        {taggableFiles.length > 1 ? (
          <ItemPicker
            label="Foto em que marcar"
            files={files}
            selectable={taggableFiles}
            selectedUrl={file.url}
            getMark={({ tags: { length } }) =>
              length === 0 ? null : { label: peopleCountText(length), badge: length }
            }
            onChoose={(url) => {
              if (focusInvalidField()) return;
              setPendingPoint(null);
              setChosen(url);
            }}
          />
        ) : null}
        <div>
          {isPictureVisible ? (
            <TagEditor
              key={file.url}
              file={file}
              ratio={ratio}
              pendingPoint={pendingPoint}
              onPickPoint={setPendingPoint}
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
              onNames={(names) => setTags(tagsForNames(file.tags, names))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
