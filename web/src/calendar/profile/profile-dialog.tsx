import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import { InstagramAccountFilter } from '../../instagram/instagram-account-filter.tsx';
import { useUserWithAccount } from '../../instagram/instagram-accounts-queries.ts';
import { hasSeveralAccounts } from '../../instagram/has-several-accounts.ts';
import { Avatar } from '../../ui/page/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useLoadMoreFocus } from '../../ui/use-load-more-focus.ts';
import { useProfilePosts } from '../../posts/lists-queries.ts';
import type { AccountSelection } from '../../instagram/account-selection.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { compactDateTime } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { isOnProfile, tileLabel } from './profile-tiles.ts';

const PROFILE_FAILED = 'A prévia não carregou.';

interface ProfileDialogProps {
  user: User;
  instagramAccount: AccountSelection | undefined;
  now: Date;
  open: boolean;
  onClose: () => void;
  onOpen: (post: Post) => void;
}

export function ProfileDialog(props: ProfileDialogProps) {
  const { user, instagramAccount, now, open, onClose, onOpen } = props;
  const [selectedAccount, setSelectedAccount] = useState(instagramAccount);
  const [lastAccount, setLastAccount] = useState(instagramAccount);
  if (instagramAccount !== lastAccount) {
    setLastAccount(instagramAccount);
    setSelectedAccount(instagramAccount);
  }
  const several = hasSeveralAccounts(user);
  const instagramAccountId = several
    ? (selectedAccount?.id ?? user.instagramAccountId ?? undefined)
    : undefined;
  const shownAccount = useUserWithAccount(user, instagramAccountId) ?? user;
  const posts = useProfilePosts(instagramAccountId, open);
  const tiles = posts.data?.posts.filter(isOnProfile);
  const { list, beforeLoad } = useLoadMoreFocus<HTMLUListElement>();
  const focusList = useFocusAfterRender(() => list.current?.focus());
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Prévia do perfil"
      description="Como seu perfil fica quando tudo o que está agendado sair. Stories não aparecem aqui."
      className="lg:max-w-[480px]"
      actions={
        <Button variant="ink" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {several ? (
        <div className="mt-4">
          <InstagramAccountFilter
            user={user}
            value={selectedAccount}
            onValue={setSelectedAccount}
            isSingle
          />
        </div>
      ) : null}
      <p className="mt-4 mb-3.5 flex items-center gap-3 text-ink">
        <Avatar user={shownAccount} className="size-12 text-lg" />
        <b className="min-w-0 truncate font-semibold">
          {shownAccount.instagramUsername === null
            ? 'Sua conta'
            : `@${shownAccount.instagramUsername}`}
        </b>
      </p>
      <QueryState
        query={posts}
        failed={PROFILE_FAILED}
        stale={PROFILE_FAILED}
        loading={<ProfileSkeleton />}
        focusAfter={focusList}
      />
      {tiles?.length === 0 && !posts.hasNextPage ? (
        <EmptyState title="Nada no perfil ainda">Posts agendados aparecem aqui.</EmptyState>
      ) : null}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Posts do perfil"
        className={`${grid} shadow-none! outline-none!`}
      >
        {tiles?.map((post) => (
          <Tile key={post._id} post={post} now={now} onOpen={onOpen} />
        ))}
      </ul>
      {posts.hasNextPage ? (
        <Button
          variant="ghost"
          size="sm"
          block
          className="mt-2"
          busy={posts.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => {
            beforeLoad();
            void posts.fetchNextPage();
          }}
        >
          Mostrar mais
        </Button>
      ) : null}
    </Dialog>
  );
}

/** Three columns with almost no gap, as on Instagram's profile. */
const grid = 'grid grid-cols-3 gap-0.5';

function Tile({ post, now, onOpen }: { post: Post; now: Date; onOpen: (post: Post) => void }) {
  const dueAt = getDueAt(post);
  const isUnpublished = post.status !== 'published';
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(post)}
        className="relative block w-full focus-visible:z-10"
      >
        <span className="sr-only">{tileLabel(post, now)}</span>
        <MediaThumb
          item={post.mediaItems[0]}
          type={post.mediaType}
          className="aspect-[3/4] w-full"
        />
        {post.mediaType === 'IMAGE' ? null : (
          <span
            aria-hidden="true"
            className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-ink text-on-ink"
          >
            <MediaTypeIcon type={post.mediaType} size={14} />
          </span>
        )}
        {isUnpublished && dueAt !== null ? (
          <span
            aria-hidden="true"
            className="tnum absolute bottom-1.5 left-1.5 rounded-full bg-ink px-2 py-0.5 text-[11px] font-semibold text-on-ink"
          >
            {compactDateTime(dueAt, now)}
          </span>
        ) : null}
      </button>
    </li>
  );
}

function ProfileSkeleton() {
  return (
    <Skeleton className={grid}>
      {Array.from({ length: 9 }, (_, index) => (
        <SkeletonBar key={index} className="aspect-[3/4] rounded-none!" />
      ))}
    </Skeleton>
  );
}
