import { formatDayMonth, formatTime, formatWeekday } from '@pontual/contract/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '../api/may.tsx';
import { useSession } from '../api/session.tsx';
import { formOf } from '../approvals/form-shown.ts';
import { AccountOf } from '../instagram/account-of.tsx';
import { useAs } from '../instagram/accounts.queries.ts';
import { paths } from '../paths.ts';
import { PhonePreview, someLikes } from '../posts/create/preview/post-preview.tsx';
import { isGone, Missing } from '../posts/detail/no-post.tsx';
import { usePost } from '../posts/posts.queries.ts';
import { plannedAt } from '../posts/schedule/timeline-groups.ts';
import { PageHead } from '../shell/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { captionToPaste, HandOver, Words } from './hand-over.tsx';
import { useTakeOver } from './plan-b.queries.ts';
import { Standing } from './standing.tsx';

/** /plan-b/:postId: all that somebody needs to publish a post with Instagram's own application. */
export function PlanBPage() {
  const { postId = '' } = useParams();
  const query = usePost(postId, true);
  const navigate = useNavigate();
  return (
    <>
      <title>Publicar eu mesmo · Pontual</title>
      {query.data !== undefined && !isGone(query.error) ? (
        <PlanB key={postId} post={query.data.post} />
      ) : query.error === null ? (
        <Skeleton className="grid gap-4">
          <Bone className="h-8 w-56" />
          <Bone className="h-40 w-full rounded-lg!" />
          <Bone className="h-60 w-full rounded-lg!" />
        </Skeleton>
      ) : (
        <>
          <PageHead title="Publicar eu mesmo" />
          <Missing
            id={query.data === undefined ? postId : null}
            error={query.error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
            onClose={() => void navigate(paths.schedule)}
          />
        </>
      )}
    </>
  );
}

function PlanB({ post }: { post: Post }) {
  const { user } = useSession();
  const face = useAs(user, post.instagramAccountId);
  const [likes] = useState(someLikes);
  const takeOver = useTakeOver(post._id);
  const may = useMay('edit');
  const caption = captionToPaste(post);
  const isOpen = post.planB === 'offered' || post.planB === 'by_hand';
  return (
    <>
      <PageHead title="Publicar eu mesmo">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">{whichPost(post)}</p>
        <AccountOf account={post.instagramAccountId} className="mt-1 text-sm!" />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_352px] xl:gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {post.errorMessage !== null && post.planB === 'offered' ? (
            <Notice tone={post.status === 'pending' ? 'warn' : 'bad'}>{post.errorMessage}</Notice>
          ) : null}
          {may ? null : (
            <Notice tone="info">Quem edita os posts da equipe publica este por aqui.</Notice>
          )}
          {isOpen && may ? (
            <HandOver
              post={post}
              onShared={() => {
                if (post.planB === 'offered') takeOver.mutate(undefined, { onError: toldByToast });
              }}
            />
          ) : null}
          <Standing post={post} username={face?.instagramUsername ?? null} takeOver={takeOver} />
          {caption !== '' && post.planB !== null ? (
            <Words title="Legenda" text={caption} action="Copiar legenda" />
          ) : null}
          {post.firstComment && post.mediaType !== 'STORIES' && post.planB !== null ? (
            <Words
              title="Primeiro comentário"
              text={post.firstComment}
              action="Copiar comentário"
              note="Quando o post aparecer na conta, a Pontual escreve este comentário. Se você o colar antes, ele não sai repetido."
            />
          ) : null}
        </div>
        <aside
          aria-label="Prévia do post"
          className="grid w-full max-w-[320px] grid-cols-1 justify-self-center max-xl:mt-2"
        >
          <PhonePreview form={formOf(post)} type={post.mediaType} user={face} likes={likes} />
        </aside>
      </div>
    </>
  );
}

const toldByToast = ({ message: text }: Error) => showToast({ text, error: true });

/** `Reels das 18:00, terça, 24 de novembro`. */
function whichPost(post: Post): string {
  const at = plannedAt(post);
  const name = mediaTypeNames[post.mediaType];
  if (at === null) return name;
  return `${name}, ${formatTime(at)}, ${formatWeekday(at)}, ${formatDayMonth(at)}, horário de Brasília`;
}
