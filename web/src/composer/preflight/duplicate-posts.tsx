import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import { CopyCheck } from 'lucide-react';
import { captionLine } from '../../posts/caption-line.ts';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { paths } from '../../ui/page/paths.ts';

const similarityText = ({ sharesMedia, sharesCaption }: DuplicatePost): string => {
  if (sharesMedia && sharesCaption) return 'Imagem e legenda quase iguais';
  return sharesMedia ? 'Imagem quase igual' : 'Legenda quase igual';
};

export function DuplicatePosts({ posts }: { posts: readonly DuplicatePost[] }) {
  return (
    <>
      {/* Rendered before its text exists, because screen readers miss a new live region. */}
      <output className="sr-only">
        {posts.length === 0 ? '' : 'Parece com um post que você já fez'}
      </output>
      {posts.length === 0 ? null : (
        <section aria-labelledby="ja-publiquei" className="mt-2 rounded-md bg-sunken px-4 py-3">
          <p id="ja-publiquei" className="flex items-center gap-2.5 text-sm font-semibold">
            <CopyCheck size={18} className="shrink-0" />
            Já publiquei isso?
          </p>
          <ul className="mt-2 grid grid-cols-1 gap-2">
            {posts.map((post) => (
              <li key={post._id}>
                <DuplicateLink post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function DuplicateLink({ post }: { post: DuplicatePost }) {
  const { _id, caption, isPublished, mediaType, permalink, scheduledTime, thumbnailUrl } = post;
  const at = new Date(scheduledTime);
  return (
    <a
      href={permalink ?? `${paths.schedule}?post=${_id}`}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-3 rounded-sm text-sm text-ink no-underline hover:bg-hover"
    >
      <span className="grid h-14 w-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface text-ink-3">
        {thumbnailUrl === null ? (
          <MediaTypeIcon type={mediaType} size={18} />
        ) : (
          <img src={thumbnailUrl} alt="" className="size-full object-cover" />
        )}
      </span>
      <span className="min-w-0">
        <b className="block font-semibold">{similarityText(post)}</b>
        <span className="tnum block text-ink-2">
          {isPublished ? 'Publicado em' : 'Agendado para'} {formatDate(at)}, {formatTime(at)}
        </span>
        <span className="block truncate text-xs text-ink-3">{captionLine(caption)}</span>
      </span>
    </a>
  );
}
