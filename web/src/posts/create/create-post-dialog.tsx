import type { User } from '@pontual/contract/auth.ts';
import { Composer } from './composer.tsx';
import { useBegun } from './keep/use-kept.ts';
import type { WallFields } from './when/wall-fields.ts';
import type { ComposerProps } from './use-composer.ts';

type CreatePostDialogProps = Omit<ComposerProps, 'begun'> & {
  user: User;
  /** What the picker starts with; empty where nothing was chosen. */
  when: WallFields;
};

/** The wizard as a modal over the calendar. */
export function CreatePostDialog({ when, ...props }: CreatePostDialogProps) {
  const form = when.date === '' ? undefined : { when };
  const begun = useBegun(props.user._id, { frame: 'modal', form }, props.open);
  return begun === null ? null : <Composer {...props} begun={begun} />;
}
