import type { User } from '@pontual/contract/identity/auth.ts';
import { useEffect } from 'react';
import { Composer } from './composer.tsx';
import { useComposerSetup } from './draft-store/use-composer-setup.ts';
import { ownerOf } from './draft-store/draft-records.ts';
import type { DueTimeFields } from './when/due-time-fields.ts';
import type { ComposerProps } from './use-composer.ts';

type CreatePostDialogProps = Omit<ComposerProps, 'setup'> & {
  user: User;
  /** An empty date means no choice. */
  when: DueTimeFields;
  /** Opened to restore a stored draft and not by the user; without a stored draft it closes. */
  isResuming: boolean;
};

export function CreatePostDialog({ when, isResuming, ...props }: CreatePostDialogProps) {
  const { open, onClose } = props;
  const form = when.date === '' ? undefined : { when };
  const setup = useComposerSetup(ownerOf(props.user), { frame: 'modal', form }, open);
  const isOpenElsewhere = open && isResuming && setup !== null && setup.restored === null;
  useEffect(() => {
    if (isOpenElsewhere) onClose();
  }, [isOpenElsewhere, onClose]);
  return setup === null || isOpenElsewhere ? null : <Composer {...props} setup={setup} />;
}
