import { Avatar, type AvatarUser } from '../../ui/page/avatar.tsx';
import { cx } from '../../ui/cx.ts';

/** Shown while the user has no connected Instagram account. */
const PLACEHOLDER_USERNAME = 'sua.conta';

export const usernameOrPlaceholder = (user: AvatarUser | null): string =>
  user?.instagramUsername ?? PLACEHOLDER_USERNAME;

/** Decorative: the name is beside it. */
export function ProfilePicture({
  user,
  className,
}: {
  user: AvatarUser | null;
  className: string;
}) {
  if (user !== null) return <Avatar user={user} className={className} />;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-ink font-heading font-semibold text-on-ink',
        className,
      )}
    >
      S
    </span>
  );
}
