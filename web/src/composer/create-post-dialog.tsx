import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect } from 'react';
import { Composer } from './composer.tsx';
import { useComposerSetup } from './draft-store/use-composer-setup.ts';
import { ownerOf } from './draft-store/draft-records.ts';
import type { DueTimeFields } from './when/due-time-fields.ts';
import type { ComposerProps } from './use-composer.ts';

type CreatePostDialogProps = Omit<ComposerProps, 'setup'> & {
  user: User;
  /** What the picker starts with; empty where nothing was chosen. */
  when: DueTimeFields;
  /** Nobody asked for it: it goes on with what was kept, and is not wanted without. */
  isResuming: boolean;
};

/** The wizard as a modal over the calendar. */
export function CreatePostDialog({ when, isResuming, ...props }: CreatePostDialogProps) {
  const { open, onClose } = props;
  const form = when.date === '' ? undefined : { when };
  const setup = useComposerSetup(ownerOf(props.user), { frame: 'modal', form }, open);
  // The tab that is at it goes on with it, and not this one.
  const isOpenElsewhere = open && isResuming && setup !== null && setup.restored === null;
  // Who holds the place is told after the page was drawn.
  useEffect(() => {
    if (isOpenElsewhere) onClose();
  }, [isOpenElsewhere, onClose]);
  return setup === null || isOpenElsewhere ? null : <Composer {...props} setup={setup} />;
}
