import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ChevronDown, FileText } from 'lucide-react';
import { useState } from 'react';
import { Only } from '../../api/may.tsx';
import { failedOtherwise } from '../../api/no-line.ts';
import { AccountOf } from '../../instagram/account-of.tsx';
import { inAccount, useAccountNames } from '../../instagram/account-names.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMoreFocus } from '../../ui/use-more-focus.ts';
import { isWide } from '../../ui/wide.ts';
import { captionLine } from '../caption-line.ts';
import { useDrafts } from '../lists.queries.ts';
import { isOf, type OfAccount } from '../post-filter.ts';
import { MediaThumb } from '../media-thumb.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { plannedAt, shortWhen } from './timeline-groups.ts';
import { useShown } from './use-shown.ts';

interface DraftsCardProps {
  now: Date;
  /** Of one of several accounts. */
  account: OfAccount | undefined;
  onOpen: (post: Post) => void;
  onSchedule: (post: Post) => void;
}

/** The drafts, each with the button that gives it its hour. Nothing where there are none. */
export function DraftsCard({ now, account, onOpen, onSchedule }: DraftsCardProps) {
  const drafts = useDrafts();
  // A phone has the timeline below it: there it waits to be opened.
  const [open, setOpen] = useState(isWide);
  const { shown, left, onMore } = useShown(
    (drafts.data ?? []).filter((post) => isOf(post, account)),
  );
  const { list, begin } = useMoreFocus<HTMLUListElement>();
  const total = shown.length + left;
  if (total === 0) return null;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group mt-5 rounded-md border border-line bg-surface max-lg:mx-4 max-lg:mt-4 lg:rounded-lg"
    >
      <summary className="flex min-h-13 list-none items-center gap-2.5 rounded-[inherit] px-3.5 text-sm font-semibold lg:px-5 [&::-webkit-details-marker]:hidden">
        <FileText size={18} />
        <h2>Rascunhos</h2>
        <span className="tnum rounded-full bg-sunken px-[9px] py-0.5 text-2xs font-bold">
          {total}
        </span>
        <ChevronDown
          size={18}
          className="ml-auto text-ink-3 transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <ul ref={list} className="grid gap-x-7 px-3.5 pb-2 md:grid-cols-2 lg:px-5 lg:pb-3">
        {shown.map((post) => (
          <Draft key={post._id} post={post} now={now} onOpen={onOpen} onSchedule={onSchedule} />
        ))}
      </ul>
      {left > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          block
          className="mb-2"
          onClick={() => {
            begin();
            onMore();
          }}
        >
          Mostrar mais ({left})
        </Button>
      ) : null}
      {failedOtherwise(drafts) ? (
        <Notice tone="bad" live className="mx-3.5 mb-3 lg:mx-5">
          Os rascunhos não carregaram. {drafts.error?.message}
        </Notice>
      ) : null}
    </details>
  );
}

function Draft({
  post,
  now,
  onOpen,
  onSchedule,
}: Omit<DraftsCardProps, 'account'> & { post: Post }) {
  const caption = post.caption.trim();
  const at = plannedAt(post);
  const name = useAccountNames()(post);
  return (
    <li className="relative flex min-w-0 items-center gap-3 py-[9px]">
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-[55px] w-11 rounded-sm"
      />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(post)}
        className="min-w-0 flex-1 rounded-sm text-left"
      >
        <span className="flex items-center gap-[5px] text-xs text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {at === null ? (
            mediaTypeNames[post.mediaType] + (post.scheduledTime === '' ? ', Data inválida' : '')
          ) : (
            <>
              <span className="sr-only">{mediaTypeNames[post.mediaType]}, </span>
              {shortWhen(at, now)}
            </>
          )}
        </span>
        <b className="mt-0.5 line-clamp-2 text-sm leading-[1.35] font-semibold wrap-anywhere">
          {captionLine(post.caption)}
        </b>
        <AccountOf account={post.instagramAccountId} className="mt-0.5" />
      </button>
      <Only need="edit">
        <Button
          variant="line"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Agendar ${caption === '' ? 'rascunho sem legenda' : caption.slice(0, NAMED)}${inAccount(name)}`}
          onClick={() => onSchedule(post)}
        >
          Agendar
        </Button>
      </Only>
    </li>
  );
}

/** Characters of a caption that a button's name takes. */
const NAMED = 60;
