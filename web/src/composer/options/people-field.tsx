import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { UserRoundPlus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import type { FormFile, PositionedTag } from '../form.rules.ts';
import { tagsForNames } from './tag-points.ts';
import { NamesField } from './usernames-field.tsx';
import { listTaggable } from './option-fields.ts';
import { peopleCountText, PeopleDialog, peopleRule } from './people-dialog.tsx';

interface PeopleFieldProps {
  files: readonly FormFile[];
  type: MediaType;
  locked: boolean;
  onTags: (url: string, tags: readonly PositionedTag[]) => void;
}

export function PeopleField({ files, type, locked, onTags }: PeopleFieldProps) {
  const [first] = listTaggable(files, type);
  if (first === undefined) return null;
  if (type === 'IMAGE' || type === 'CAROUSEL') {
    return <PicturePeopleField files={files} type={type} locked={locked} onTags={onTags} />;
  }
  return (
    <NamesField
      key={first.url}
      label="Marcar pessoas"
      names={first.tags.map(({ username }) => username)}
      rule={peopleRule}
      locked={locked}
      onNames={(names) => onTags(first.url, tagsForNames(first.tags, names))}
    />
  );
}

function PicturePeopleField({ files, type, locked, onTags }: PeopleFieldProps) {
  const dialog = useDialogState();
  const taggableFiles = listTaggable(files, type);
  const count = taggableFiles.reduce((sum, { tags }) => sum + tags.length, 0);
  const isSingle = type === 'IMAGE';
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-baseline gap-1.5 text-sm leading-[1.4]">
        <b className="font-semibold">Marcar pessoas</b>
        {count === 0 ? null : <span className="tnum text-ink-3">{peopleCountText(count)}</span>}
      </div>
      <Button
        variant="line"
        block
        disabled={locked}
        aria-haspopup="dialog"
        className="min-h-12! lg:min-h-11!"
        icon={<UserRoundPlus size={18} />}
        onClick={() => dialog.show(true)}
      >
        {isSingle ? 'Marcar na foto' : 'Marcar nas fotos'}
      </Button>
      {taggableFiles
        .filter(({ tags }) => tags.length > 0)
        .map(({ url, tags, file }) => (
          <p key={url} className="text-xs wrap-anywhere text-ink-2">
            {isSingle ? null : `${file.name}: `}
            {tags.map(({ username }) => `@${username}`).join(', ')}
          </p>
        ))}
      <PeopleDialog
        open={dialog.open}
        onClose={dialog.close}
        files={files}
        type={type}
        onTags={onTags}
      />
    </div>
  );
}
