import { Avatar, type Face } from '../../../shell/avatar.tsx';
import { cx } from '../../../ui/cx.ts';

/** What stands for the account of somebody who has none yet. */
const NOBODY = 'sua.conta';

/** The name of the account on Instagram. */
export const accountOf = (user: Face | null): string => user?.instagramUsername ?? NOBODY;

/** The picture of an account, or its letter. Decorative: the name stands beside it. */
export function AccountPicture({ user, className }: { user: Face | null; className: string }) {
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
