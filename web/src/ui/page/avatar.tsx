import type { User } from '@pontual/contract/identity/auth.ts';
import { cx } from '../cx.ts';

export type AvatarUser = Pick<User, 'profilePicture' | 'instagramUsername' | 'email'>;

/** The picture of the account, or the first letter of its name. Decorative: the name is shown next to it. */
export function Avatar({ user, className }: { user: AvatarUser; className: string }) {
  const baseClass = cx('shrink-0 rounded-full', className);
  if (user.profilePicture !== null) {
    return (
      <img src={user.profilePicture} alt="" className={cx(baseClass, 'bg-sunken object-cover')} />
    );
  }
  const letter = (user.instagramUsername ?? user.email).charAt(0).toUpperCase();
  return (
    <span
      aria-hidden="true"
      className={cx(
        baseClass,
        'grid place-items-center bg-ink font-heading font-semibold text-on-ink',
      )}
    >
      {letter}
    </span>
  );
}
