import {
  formatDayMonth,
  formatTime,
  formatWeekday,
} from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.tsx';
import { postPreviewForm } from '../approvals/preview-form.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { useUserWithAccount } from '../../instagram/instagram-accounts-queries.ts';
import { paths } from '../../ui/page/paths.ts';
import { PhonePreview, createRandomLikes } from '../../composer/preview/post-preview.tsx';
import { isPostMissing, MissingPost, postFailure } from '../../account/members/missing-post.tsx';
import { usePost } from '../../posts/posts-queries.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { captionToPaste, MediaHandoff, CopyTextCard } from './media-handoff.tsx';
import { useStartManualPublishing } from './manual-publishing-queries.ts';
import { ManualPublishingStatus } from './manual-publishing-status.tsx';

export function ManualPublishingPage() {
  const { postId = '' } = useParams();
  const query = usePost(postId, true);
  const navigate = useNavigate();
  // The post may have been deleted elsewhere.
  const data = isPostMissing(query.error) ? undefined : query.data;
  return (
    <>
      <title>Publicar eu mesmo · Pontual</title>
      {data === undefined ? <PageHead title="Publicar eu mesmo" /> : null}
      <QueryState
        query={{ ...query, data }}
        failed={postFailure}
        loading={
          <Skeleton className="grid gap-4">
            <SkeletonBar className="h-40 w-full rounded-lg!" />
            <SkeletonBar className="h-60 w-full rounded-lg!" />
          </Skeleton>
        }
        renderRefused={(error) =>
          isPostMissing(error) ? (
            <MissingPost
              id={query.data === undefined ? postId : null}
              error={error}
              onClose={() => void navigate(paths.schedule)}
            />
          ) : undefined
        }
      >
        {({ post }) => <ManualPublishing key={postId} post={post} />}
      </QueryState>
    </>
  );
}

function ManualPublishing({ post }: { post: Post }) {
  const { user } = useSession();
  const instagramUser = useUserWithAccount(user, post.instagramAccountId);
  const [likes] = useState(createRandomLikes);
  const startManual = useStartManualPublishing(post._id);
  const canEdit = useCan('edit');
  const caption = captionToPaste(post);
  const isOpen = post.manualPublishing === 'offered' || post.manualPublishing === 'manual';
  return (
    <>
      <PageHead title="Publicar eu mesmo">
        <p className="mt-1.5 text-sm text-pretty text-ink-2">{postTitle(post)}</p>
        <InstagramAccountTag account={post.instagramAccountId} className="mt-1 text-sm!" />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_352px] xl:gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {post.errorMessage !== null && post.manualPublishing === 'offered' ? (
            <Alert tone={post.status === 'pending' ? 'warn' : 'bad'}>{post.errorMessage}</Alert>
          ) : null}
          {canEdit ? null : (
            <Alert tone="info">Quem edita os posts da equipe publica este por aqui.</Alert>
          )}
          {isOpen && canEdit ? (
            <MediaHandoff
              post={post}
              onShared={() => {
                if (post.manualPublishing === 'offered')
                  startManual.mutate(undefined, { onError: showErrorToast });
              }}
            />
          ) : null}
          <ManualPublishingStatus
            post={post}
            username={instagramUser?.instagramUsername ?? null}
            startManual={startManual}
          />
          {caption !== '' && post.manualPublishing !== null ? (
            <CopyTextCard title="Legenda" text={caption} action="Copiar legenda" />
          ) : null}
          {post.firstComment && post.mediaType !== 'STORIES' && post.manualPublishing !== null ? (
            <CopyTextCard
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
          <PhonePreview
            form={postPreviewForm(post)}
            type={post.mediaType}
            user={instagramUser}
            likes={likes}
          />
        </aside>
      </div>
    </>
  );
}

const showErrorToast = failureToast('Não foi possível concluir agora. Tente de novo em instantes.');

/** `Reels das 18:00, terça, 24 de novembro` */
function postTitle(post: Post): string {
  const dueAt = getDueAt(post);
  const name = mediaTypeNames[post.mediaType];
  if (dueAt === null) return name;
  return `${name}, ${formatTime(dueAt)}, ${formatWeekday(dueAt)}, ${formatDayMonth(dueAt)}, horário de Brasília`;
}
