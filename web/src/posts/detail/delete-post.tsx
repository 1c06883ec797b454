import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { fixedFailureText, isRefusal } from '../../api/api-error.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import type { useDeletePost } from '../posts-queries.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { FailureDialog } from '../failure-dialogs.tsx';
import { hasFollowingPosts } from '../series-post.ts';

const SeriesScopeChoice = lazy(async () => ({
  default: (await import('../../planning/series/series-scope-choice.tsx')).SeriesScopeChoice,
}));

const finalCodes: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'POST_IN_PROGRESS',
  'POST_NOT_DELETABLE',
  'SERIES_OVER',
]);

interface DeletePostProps {
  post: Post;
  remove: ReturnType<typeof useDeletePost>;
  onDeleted: () => void;
}

const DELETE_FAILED = 'Não foi possível excluir o post. Tente novamente.';

export function DeletePost({ post, remove, onDeleted }: DeletePostProps) {
  const dialog = useDialogState();
  const [includesFollowing, setIncludesFollowing] = useState(false);
  const isDraft = post.status === 'draft';
  const accountName = useInstagramAccountNames()(post);
  const confirm = () =>
    remove.mutate(includesFollowing, {
      onSuccess: () => {
        dialog.close();
        const text = includesFollowing ? 'Posts Excluídos' : 'Post Excluído';
        showToast({ text, status: post.status });
        onDeleted();
      },
      onError: dialog.close,
    });
  return (
    <>
      {postPermissions[post.status].delete ? (
        <Button
          variant="danger"
          icon={<Trash2 size={16} />}
          aria-haspopup="dialog"
          className="max-lg:gap-1.5! max-lg:px-2.5! lg:mr-auto"
          onClick={() => {
            setIncludesFollowing(false);
            dialog.show(true);
          }}
        >
          Excluir
        </Button>
      ) : null}
      <ConfirmDialog
        open={dialog.open}
        onClose={dialog.close}
        focusAfter={() => null}
        title={`Excluir este ${isDraft ? 'rascunho' : 'post'}${accountName === undefined ? '' : ` de ${accountName}`}?`}
        icon={<Trash2 size={22} />}
        iconTone="bad"
        actionLabel="Excluir"
        variant="danger-solid"
        busyLabel="Excluindo..."
        mutation={{ ...remove, error: null }}
        fallback={DELETE_FAILED}
        onConfirm={confirm}
        extra={
          hasFollowingPosts(post) ? (
            <Suspense fallback={null}>
              <SeriesScopeChoice
                label="O que excluir"
                includesFollowing={includesFollowing}
                onScopeChange={setIncludesFollowing}
                disabled={remove.isPending}
                hint="Exclui também os já agendados depois dele, e a repetição termina."
              />
            </Suspense>
          ) : null
        }
      >
        Tem certeza que deseja excluir {isDraft ? 'este rascunho' : 'este post agendado'}? Esta ação
        não pode ser desfeita.
      </ConfirmDialog>
      <FailureDialog
        failure={
          remove.error === null
            ? null
            : {
                title: 'Erro ao Excluir',
                text: fixedFailureText(remove.error, DELETE_FAILED),
              }
        }
        backLabel="Fechar"
        onDismiss={remove.reset}
        onRetry={
          isRefusal(remove.error) && finalCodes.has(remove.error.code)
            ? null
            : () => {
                dialog.show(true);
                confirm();
              }
        }
      />
    </>
  );
}
