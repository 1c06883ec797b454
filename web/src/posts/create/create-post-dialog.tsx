import type { User } from '@pontual/contract/auth.ts';
import { useEffect } from 'react';
import { Composer } from './composer.tsx';
import { useBegun } from './keep/use-kept.ts';
import { ownerOf } from './keep/words.ts';
import type { WallFields } from './when/wall-fields.ts';
import type { ComposerProps } from './use-composer.ts';

type CreatePostDialogProps = Omit<ComposerProps, 'begun'> & {
  user: User;
  /** What the picker starts with; empty where nothing was chosen. */
  when: WallFields;
  /** Nobody asked for it: it goes on with what was kept, and is not wanted without. */
  resumes: boolean;
};

/** The wizard as a modal over the calendar. */
export function CreatePostDialog({ when, resumes, ...props }: CreatePostDialogProps) {
  const { open, onClose } = props;
  const form = when.date === '' ? undefined : { when };
  const begun = useBegun(ownerOf(props.user), { frame: 'modal', form }, open);
  // The tab that is at it goes on with it, and not this one.
  const isElsewhere = open && resumes && begun !== null && begun.restored === null;
  // Who holds the place is told after the page was drawn.
  useEffect(() => {
    if (isElsewhere) onClose();
  }, [isElsewhere, onClose]);
  return begun === null || isElsewhere ? null : <Composer {...props} begun={begun} />;
}
