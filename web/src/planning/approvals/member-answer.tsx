import { answerApproval } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post, Verdict } from '@pontual/contract/posts/posts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field } from '../../ui/field.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';

interface MemberAnswerProps {
  post: Post;
  approval: Approval;
  focusTarget: RefObject<HTMLElement | null>;
}

export function MemberAnswer({ post, approval, focusTarget }: MemberAnswerProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState<string | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const answer = useMutation({
    mutationFn: (verdict: Verdict) =>
      call(answerApproval, {
        params: { id: post._id },
        body: { verdict, note: note ?? '', contentHash: approval.contentHash },
      }),
    onSuccess: () => {
      focusTarget.current?.focus();
      setNote(null);
    },
    onError: (error) => {
      const noteError = error instanceof ApiError ? error.fields.note : undefined;
      setFault(noteError);
      if (noteError === undefined)
        failureToast('A resposta não foi enviada. Tente de novo.')(error);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
  const isBusy = (verdict: Verdict) => answer.isPending && answer.variables === verdict;
  return (
    <div className="mt-3 grid gap-3">
      {note === null ? null : (
        <Field label="O que precisa mudar" error={fault}>
          {(control) => (
            <textarea
              {...control}
              ref={focusOnMount}
              rows={3}
              maxLength={500}
              value={note}
              onChange={({ target }) => {
                setNote(target.value);
                setFault(undefined);
              }}
              className={cx(controlClass, 'block resize-y')}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {approval.state === 'approved' || (approval.needsOther && approval.isYours) ? null : (
          <Button
            variant="ink"
            size="sm"
            busy={isBusy('approved')}
            onClick={() => answer.mutate('approved')}
          >
            Aprovar
          </Button>
        )}
        <Button
          variant="line"
          size="sm"
          busy={isBusy('change_requested')}
          onClick={() => (note === null ? setNote('') : answer.mutate('change_requested'))}
        >
          {note === null ? 'Pedir mudança' : 'Enviar pedido'}
        </Button>
      </div>
    </div>
  );
}

const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus();
