import { withdrawApproval } from '@pontual/contract/planning/approvals.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { hasPermission, type Role } from '@pontual/contract/shared/roles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, Send, TriangleAlert } from 'lucide-react';
import { type RefObject } from 'react';
import { call } from '../../api/client.ts';
import { hasFollowingPosts } from '../../posts/series-post.ts';
import { POSTS } from '../../api/query-keys.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { MemberAnswer } from './member-answer.tsx';
import { answeredAtText } from './answered-at-text.ts';
import { ShareLinkDialog } from './share-link-dialog.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

interface ApprovalPanelProps {
  post: Post;
  /** Null when no approval is required. */
  approval: Approval | null;
  role: Role;
  focusTarget: RefObject<HTMLElement | null>;
}

export function ApprovalPanel({ post, approval, role, focusTarget }: ApprovalPanelProps) {
  const dialogState = useDialogState();
  const open = () => dialogState.show(true);
  // No approval can be requested for a published or pending post.
  const isOpen = postPermissions[post.status].edit;
  const canSend = isOpen && hasPermission(role, 'edit');
  if (approval === null && (!canSend || post.mediaItems.length === 0)) return null;
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
          <ApprovalStatus approval={approval} isOpen={isOpen} />
          {isOpen && hasFollowingPosts(post) ? (
            <p className="mt-1 text-xs text-ink-3">
              Os próximos desta repetição também precisam de aprovação, cada um com o seu link.
            </p>
          ) : null}
          {isOpen && approval.needsOther ? <TeamRule approval={approval} /> : null}
          {isOpen && hasPermission(role, 'approve') ? (
            <MemberAnswer post={post} approval={approval} focusTarget={focusTarget} />
          ) : null}
          {canSend ? (
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
              {approval.needsOther ? null : (
                <WithdrawButton post={post} focusTarget={focusTarget} />
              )}
            </div>
          ) : null}
        </section>
      )}
      {dialogState.key === null ? null : (
        <ShareLinkDialog
          key={dialogState.key}
          postId={post._id}
          open={dialogState.open}
          onClose={dialogState.close}
          // The panel may have replaced the button that opened the dialog.
          focusAfter={() => (approval === null ? null : focusTarget.current)}
        />
      )}
    </>
  );
}

const stateDisplays = {
  awaiting: { Icon: Clock, tone: 'text-warn-text' },
  approved: { Icon: CircleCheck, tone: 'text-pub-text' },
  change_requested: { Icon: TriangleAlert, tone: 'text-warn-text' },
} as const;

function ApprovalStatus({ approval, isOpen }: { approval: Approval; isOpen: boolean }) {
  const { Icon, tone } = stateDisplays[approval.state];
  return (
    <p className={cx('mt-1.5 flex items-start gap-2 text-sm', tone)}>
      <Icon size={16} className="mt-0.5 shrink-0" />
      <span className="text-pretty wrap-anywhere">
        {approvalText(approval, isOpen, useMinute())}
      </span>
    </p>
  );
}

/** The server enforces the rule; the panel says why a button is missing. */
const TeamRule = ({ approval: { isYours } }: { approval: Approval }) => (
  <p className="mt-1 text-xs text-pretty text-ink-3">
    {isYours
      ? 'Você criou, editou ou enviou este post. Nesta equipe, outra pessoa precisa aprovar, e a aprovação não pode ser dispensada.'
      : 'Nesta equipe, só aprova quem não criou, editou nem enviou o post, e a aprovação não pode ser dispensada.'}
  </p>
);

function approvalText({ answer, needsOther }: Approval, isOpen: boolean, now: Date): string {
  if (answer === null && isOpen && needsOther) {
    return 'Aguarda a aprovação de outra pessoa. Sem ela, o post não sai na hora.';
  }
  if (answer === null) {
    return isOpen ? 'Espera aprovação. Sem ela, o post não sai na hora.' : 'Não foi aprovado.';
  }
  const answeredAt = answeredAtText(answer.at, now);
  return answer.verdict === 'approved'
    ? `Aprovado por ${answer.name} ${answeredAt}`
    : `${answer.name} pediu uma mudança ${answeredAt}: “${answer.note ?? ''}”`;
}

function WithdrawButton({ post, focusTarget }: Pick<ApprovalPanelProps, 'post' | 'focusTarget'>) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call(withdrawApproval, { params: { id: post._id } }),
    onSuccess: () => {
      focusTarget.current?.focus();
      showToast({ text: 'Aprovação dispensada. O post não espera mais por ninguém.' });
    },
    // A refusal means that the shown state is stale.
    onError: failureToast('Não foi possível dispensar a aprovação. Tente de novo.'),
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
