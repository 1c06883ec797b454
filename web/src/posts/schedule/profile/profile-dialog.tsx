import type { User } from '@pontual/contract/auth.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useState } from 'react';
import { AccountFilter } from '../../../instagram/account-filter.tsx';
import { useAs } from '../../../instagram/accounts.queries.ts';
import { hasSeveral } from '../../../instagram/has-several.ts';
import { Avatar } from '../../../shell/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Bone, Skeleton } from '../../../ui/skeleton.tsx';
import { useMoreFocus } from '../../../ui/use-more-focus.ts';
import { useProfilePosts } from '../../lists.queries.ts';
import type { OfAccount } from '../../post-filter.ts';
import { MediaThumb } from '../../media-thumb.tsx';
import { MediaTypeIcon } from '../../media-type-icon.tsx';
import { plannedAt, shortWhen } from '../timeline-groups.ts';
import { isOnProfile, tileName } from './profile-tiles.ts';

interface ProfileDialogProps {
  user: User;
  /** Of several accounts the one that the page is narrowed to. */
  account: OfAccount | undefined;
  now: Date;
  open: boolean;
  onClose: () => void;
  onOpen: (post: Post) => void;
}

/** What the account will look like once everything scheduled is out: three columns, newest first. */
export function ProfileDialog(props: ProfileDialogProps) {
  const { user, account, now, open, onClose, onOpen } = props;
  // A profile is always of one account.
  const [chosen, setChosen] = useState(account);
  const [lastAccount, setLastAccount] = useState(account);
  if (account !== lastAccount) {
    setLastAccount(account);
    setChosen(account);
  }
  const several = hasSeveral(user);
  const id = several ? (chosen?.id ?? user.instagramAccountId ?? undefined) : undefined;
  const shown = useAs(user, id) ?? user;
  const posts = useProfilePosts(id, open);
  const tiles = posts.data?.posts.filter(isOnProfile);
  const { list, begin } = useMoreFocus<HTMLUListElement>();
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
          <AccountFilter user={user} value={chosen} onValue={setChosen} one />
        </div>
      ) : null}
      <p className="mt-4 mb-3.5 flex items-center gap-3 text-ink">
        <Avatar user={shown} className="size-12 text-lg" />
        <b className="min-w-0 truncate font-semibold">
          {shown.instagramUsername === null ? 'Sua conta' : `@${shown.instagramUsername}`}
        </b>
      </p>
      {posts.isPending ? <Bones /> : null}
      {posts.isError ? (
        <Notice tone="bad" live>
          A prévia não carregou. {posts.error.message}
        </Notice>
      ) : null}
      {tiles?.length === 0 && !posts.hasNextPage ? (
        <EmptyState title="Nada no perfil ainda">Posts agendados aparecem aqui.</EmptyState>
      ) : null}
      <ul ref={list} aria-label="Posts do perfil" className={grid}>
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
            begin();
            void posts.fetchNextPage();
          }}
        >
          Mostrar mais
        </Button>
      ) : null}
    </Dialog>
  );
}

/** Instagram's own: three columns, almost touching. */
const grid = 'grid grid-cols-3 gap-0.5';

function Tile({ post, now, onOpen }: { post: Post; now: Date; onOpen: (post: Post) => void }) {
  const planned = plannedAt(post);
  const waits = post.status !== 'published';
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(post)}
        className="relative block w-full focus-visible:z-10"
      >
        <span className="sr-only">{tileName(post, now)}</span>
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
        {waits && planned !== null ? (
          <span
            aria-hidden="true"
            className="tnum absolute bottom-1.5 left-1.5 rounded-full bg-ink px-2 py-0.5 text-[11px] font-semibold text-on-ink"
          >
            {shortWhen(planned, now)}
          </span>
        ) : null}
      </button>
    </li>
  );
}

function Bones() {
  return (
    <Skeleton className={grid}>
      {Array.from({ length: 9 }, (_, index) => (
        <Bone key={index} className="aspect-[3/4] rounded-none!" />
      ))}
    </Skeleton>
  );
}
