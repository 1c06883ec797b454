import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypeNames, postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';

interface SampleDetailProps {
  post: Post;
  open: boolean;
  onClose: () => void;
}

export function SampleDetail({ post, open, onClose }: SampleDetailProps) {
  const now = useMinute();
  const dueAt = getDueAt(post);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Post de exemplo"
      description="Este post não existe. Os seus aparecem aqui quando você cria uma conta."
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Fechar
          </Button>
          <Link to={paths.register} className={buttonClass({ variant: 'ipe' })}>
            Criar conta grátis
          </Link>
        </>
      }
    >
      <div className="mt-4 flex items-center gap-4">
        <MediaThumb
          item={post.mediaItems[0]}
          type={post.mediaType}
          className="h-25 w-20 rounded-sm"
        />
        <div className="min-w-0 text-sm">
          <p className="figure-big text-xl text-ink">{dueAt === null ? null : formatTime(dueAt)}</p>
          <p>
            {dueAt === null ? null : `${relativeDay(dueAt, now)}. `}
            {mediaTypeNames[post.mediaType]},{' '}
            <StatusText status={post.status}>
              {postStatusNames[post.status].toLowerCase()}
            </StatusText>
          </p>
          <p className="mt-1 wrap-anywhere text-ink">{post.caption}</p>
          {post.errorMessage === null ? null : (
            <p className="mt-1 text-xs text-bad-text">{post.errorMessage}</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
