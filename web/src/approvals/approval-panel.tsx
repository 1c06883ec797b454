import { withdrawApproval } from '@pontual/contract/approvals.ts';
import { postCan } from '@pontual/contract/post-rules.ts';
import type { Approval, Post } from '@pontual/contract/posts.ts';
import { mayDo, type Role } from '@pontual/contract/roles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, Send, TriangleAlert } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { call } from '../api/client.ts';
import { isRepeated } from '../posts/detail/repeated.ts';
import { POSTS } from '../posts/lists.queries.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { showToast } from '../ui/toast.tsx';
import { OwnAnswer } from './own-answer.tsx';
import { saidWhen } from './said-when.ts';
import { ShareLink } from './share-link.tsx';

interface ApprovalPanelProps {
  post: Post;
  /** Null while nobody has to approve it. */
  approval: Approval | null;
  role: Role;
  /** Has the focus when a button is gone. */
  after: RefObject<HTMLElement | null>;
}

/** How a post stands with those who have to approve it, and what can be done about that. */
export function ApprovalPanel({ post, approval, role, after }: ApprovalPanelProps) {
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const open = () => setAsked(({ opening }) => ({ opening: opening + 1, open: true }));
  // Where it is out or on its way nobody is asked any more.
  const isOpen = postCan[post.status].edit;
  const maySend = isOpen && mayDo(role, 'edit');
  if (approval === null && (!maySend || post.mediaItems.length === 0)) return null;
  return (
    <>
      {approval === null ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<Send size={16} />}
          aria-haspopup="dialog"
          className="mb-3 -ml-2"
          onClick={open}
        >
          Pedir aprovação
        </Button>
      ) : (
        <section
          aria-labelledby="aprovacao"
          className="mb-4 rounded-md border border-line px-4 py-3"
        >
          <h3 id="aprovacao" className="h-card">
            Aprovação
          </h3>
          <Standing approval={approval} isOpen={isOpen} />
          {isOpen && isRepeated(post) ? (
            <p className="mt-1 text-xs text-ink-3">
              Os próximos desta repetição também precisam de aprovação, cada um com o seu link.
            </p>
          ) : null}
          {isOpen && mayDo(role, 'approve') ? (
            <OwnAnswer post={post} approval={approval} after={after} />
          ) : null}
          {maySend ? (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                variant="line"
                size="sm"
                icon={<Send size={16} />}
                aria-haspopup="dialog"
                onClick={open}
              >
                Enviar link
              </Button>
              <Withdraw post={post} after={after} />
            </div>
          ) : null}
        </section>
      )}
      {asked.opening === 0 ? null : (
        <ShareLink
          key={asked.opening}
          postId={post._id}
          open={asked.open}
          onClose={() => setAsked((last) => ({ ...last, open: false }))}
          // What opened it may have given way to the panel.
          focusAfter={() => (approval === null ? null : after.current)}
        />
      )}
    </>
  );
}

const looks = {
  awaiting: { Icon: Clock, tone: 'text-warn-text' },
  approved: { Icon: CircleCheck, tone: 'text-pub-text' },
  change_asked: { Icon: TriangleAlert, tone: 'text-warn-text' },
} as const;

function Standing({ approval, isOpen }: { approval: Approval; isOpen: boolean }) {
  const { Icon, tone } = looks[approval.state];
  return (
    <p className={cx('mt-1.5 flex items-start gap-2 text-sm', tone)}>
      <Icon size={16} className="mt-0.5 shrink-0" />
      <span className="text-pretty wrap-anywhere">{wordsOf(approval, isOpen, useMinute())}</span>
    </p>
  );
}

function wordsOf({ answer }: Approval, isOpen: boolean, now: Date): string {
  if (answer === null) {
    return isOpen ? 'Espera aprovação. Sem ela, o post não sai na hora.' : 'Não foi aprovado.';
  }
  const when = saidWhen(answer.at, now);
  return answer.verdict === 'approved'
    ? `Aprovado por ${answer.name} ${when}`
    : `${answer.name} pediu uma mudança ${when}: “${answer.note ?? ''}”`;
}

function Withdraw({ post, after }: Pick<ApprovalPanelProps, 'post' | 'after'>) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(withdrawApproval, { params: { id: post._id } }),
    onSuccess: () => {
      after.current?.focus();
      showToast({ text: 'Aprovação dispensada. O post não espera mais por ninguém.' });
    },
    // Whatever is pressed, the post is asked for again: a refusal says that it is no longer what is shown.
    onError: ({ message: text }) => showToast({ text, error: true }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={withdraw.isPending}
      busyLabel="Dispensando..."
      onClick={() => withdraw.mutate()}
    >
      Dispensar aprovação
    </Button>
  );
}
