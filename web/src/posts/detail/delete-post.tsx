import { postCan } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { failureText, isRefusal } from '../../api/api-error.ts';
import { useAccountNames } from '../../instagram/account-names.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { useDeletePost } from '../posts.queries.ts';
import { QuestionDialog } from '../question-dialog.tsx';
import { Failed } from '../refusals.tsx';
import { isRepeated } from './repeated.ts';

/** Of posts that come again. */
const FollowingChoice = lazy(async () => ({
  default: (await import('../../series/following-choice.tsx')).FollowingChoice,
}));

/** Codes after which another try has the same end. */
const final: ReadonlySet<string> = new Set([
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

/** Deletes a post, once its owner has said twice that this is meant. */
export function DeletePost({ post, remove, onDeleted }: DeletePostProps) {
  const [asked, setAsked] = useState(false);
  const [isFollowing, setFollowing] = useState(false);
  const isDraft = post.status === 'draft';
  const account = useAccountNames()(post);
  const confirm = () =>
    remove.mutate(isFollowing, {
      onSuccess: () => {
        setAsked(false);
        const text = isFollowing ? 'Posts Excluídos' : 'Post Excluído';
        showToast({ text, status: post.status });
        onDeleted();
      },
      onError: () => setAsked(false),
    });
  const close = () => setAsked(false);
  return (
    <>
      {postCan[post.status].delete ? (
        <Button
          variant="danger"
          icon={<Trash2 size={16} />}
          aria-haspopup="dialog"
          className="max-lg:gap-1.5! max-lg:px-2.5! lg:mr-auto"
          onClick={() => {
            setFollowing(false);
            setAsked(true);
          }}
        >
          Excluir
        </Button>
      ) : null}
      <QuestionDialog
        open={asked}
        onClose={close}
        focusAfter={() => null}
        title={`Excluir este ${isDraft ? 'rascunho' : 'post'}${account === undefined ? '' : ` de ${account}`}?`}
        icon={<Trash2 size={22} />}
        iconTone="bad"
        action="Excluir"
        variant="danger-solid"
        busyLabel="Excluindo..."
        doing={{ isPending: remove.isPending, error: null, reset: remove.reset }}
        onConfirm={confirm}
        extra={
          isRepeated(post) ? (
            <Suspense fallback={null}>
              <FollowingChoice
                label="O que excluir"
                following={isFollowing}
                onFollowing={setFollowing}
                disabled={remove.isPending}
                words="Exclui também os já agendados depois dele, e a repetição termina."
              />
            </Suspense>
          ) : null
        }
      >
        Tem certeza que deseja excluir {isDraft ? 'este rascunho' : 'este post agendado'}? Esta ação
        não pode ser desfeita.
      </QuestionDialog>
      <Failed
        failure={
          remove.error === null
            ? null
            : {
                title: 'Erro ao Excluir',
                text: failureText(
                  remove.error,
                  'Não foi possível excluir o post. Tente novamente.',
                ),
              }
        }
        back="Fechar"
        onDismiss={remove.reset}
        onAgain={
          isRefusal(remove.error) && final.has(remove.error.code)
            ? null
            : () => {
                setAsked(true);
                confirm();
              }
        }
      />
    </>
  );
}
