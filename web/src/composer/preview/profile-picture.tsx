import { Avatar, type AvatarUser } from '../../ui/page/avatar.tsx';
import { cx } from '../../ui/cx.ts';

/** What stands for the account of somebody who has none yet. */
const PLACEHOLDER_USERNAME = 'sua.conta';

/** The name of the account on Instagram. */
export const usernameOrPlaceholder = (user: AvatarUser | null): string =>
  user?.instagramUsername ?? PLACEHOLDER_USERNAME;

/** The picture of an account, or its letter. Decorative: the name stands beside it. */
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
