import type { User } from '@pontual/contract/identity/auth.ts';
import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import { useSession } from '../api/session.tsx';
import { Avatar } from '../ui/page/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { useInstagramAccounts } from './instagram-accounts-queries.ts';
import { findAccountLabel } from './find-account-name.ts';

/** The color follows the order of connection; the seventh account reuses the first color. */
const tones = [
  'text-acc-1',
  'text-acc-2',
  'text-acc-3',
  'text-acc-4',
  'text-acc-5',
  'text-acc-6',
] as const;

export interface InstagramAccountTagProps {
  /** Null means the first account. */
  account: string | null;
  /** Shows the picture only, where the context contains the name. */
  pictureOnly?: boolean;
  className?: string;
}

export function InstagramAccountBadge({
  account,
  pictureOnly,
  className,
}: InstagramAccountTagProps) {
  const { user } = useSession();
  const accounts = useInstagramAccounts(user).data?.accounts;
  if (user === null) return null;
  const name = findAccountLabel(user, accounts, account);
  if (name === undefined) return null;
  const id = account ?? user.instagramAccountId;
  const position = accounts?.findIndex(({ instagramAccountId }) => instagramAccountId === id) ?? 0;
  const picture = (
    <AccountPicture
      user={user}
      account={accounts?.[position]}
      position={position}
      small={pictureOnly}
    />
  );
  if (pictureOnly === true) {
    return (
      <span title={name} data-face className={cx('inline-flex shrink-0', className)}>
        {picture}
      </span>
    );
  }
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 text-xs font-medium text-ink-2',
        className,
      )}
    >
      {picture}
      <span className="truncate">{name}</span>
    </span>
  );
}

interface AccountPictureProps {
  user: User;
  /** Undefined for a removed account. */
  account: InstagramAccount | undefined;
  position: number;
  small: boolean | undefined;
}

/** Decorative: the name is beside the picture or in the label around it. */
function AccountPicture({ user, account, position, small = false }: AccountPictureProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 rounded-full bg-current p-0.5 forced-color-adjust-none',
        small ? 'size-4.5 max-lg:size-3.5 max-lg:p-[1.5px]' : 'size-5',
        tones[position % tones.length] ?? 'text-line-strong',
      )}
    >
      {account === undefined ? (
        <span className="rounded-full bg-surface" />
      ) : (
        <Avatar
          user={{
            ...user,
            instagramUsername: account.username,
            profilePicture: account.profilePicture,
          }}
          className="size-full border border-surface text-[8px]"
        />
      )}
    </span>
  );
}
