import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { Button } from '../../ui/button.tsx';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { stillUnpublishedText } from '../change/change-post-dialog.tsx';
import type { PostChangeRequest } from '../change/use-post-change.ts';
import { hasPublishingFailed } from '../post-issue.rules.ts';
import { readNow } from '../now.ts';
import { useForcePublish } from '../posts-queries.ts';
import { publishNowLabel } from '../publish-now-label.ts';
import { ConnectAccountDialog, FailureDialog, LimitReachedDialog } from '../failure-dialogs.tsx';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../due-at.ts';

/** How long the success is shown, in ms (specification, section 9). */
const CLOSE_MS = 1500;

/** Codes for which a retry cannot succeed. */
const finalCodes: ReadonlySet<string | null> = new Set([
  'POST_IN_PROGRESS',
  'POST_NOT_EDITABLE',
  'NOT_FOUND',
]);

interface EditOutcomeProps {
  connected: boolean;
  change: PostChangeRequest;
  onRetry: () => void;
  /** The post still needs an action. */
  onEnd: () => void;
  /** Called after the success was shown, when no action is left. */
  onSaved: () => void;
}

/** Specification, section 8. */
export function EditOutcome(props: EditOutcomeProps) {
  const { connected, change, onRetry, onEnd, onSaved } = props;
  const { phase, dismiss } = change;
  const publish = useForcePublish(onEnd);
  const nameOf = useInstagramAccountNames();
  const changed = phase.state === 'changed' ? phase.post : null;
  const unpublishedPost = changed !== null && hasPublishingFailed(changed) ? changed : null;
  const warning = phase.state === 'changed' ? phase.warning : null;
  const closesByItself = changed !== null && unpublishedPost === null && warning === null;
  useEffect(() => {
    if (!closesByItself) return undefined;
    const timer = setTimeout(onSaved, CLOSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- onSaved is the same for as long as this is shown
  }, [closesByItself]);
  const close = closesByItself ? onSaved : onEnd;
  const failed = phase.state === 'failed' ? phase : null;
  const isLimit = failed?.code === 'LIMIT_EXCEEDED';
  const isUnconnected = failed?.code === 'INSTAGRAM_NOT_CONNECTED';
  const navigate = useNavigate();
  return (
    <>
      <MessageDialog
        tone="success"
        message={
          changed === null
            ? null
            : {
                title: 'Post Atualizado!',
                text:
                  unpublishedPost === null
                    ? (warning ?? savedText(changed, nameOf(changed)))
                    : stillUnpublishedText(connected),
              }
        }
        onClose={close}
        actions={
          <>
            <Button variant={unpublishedPost === null ? 'ink' : 'ghost'} onClick={close}>
              Fechar
            </Button>
            {unpublishedPost !== null && connected ? (
              <Button
                variant="ipe"
                busy={publish.isPending}
                busyLabel="Publicando..."
                onClick={() =>
                  publish.mutate(unpublishedPost, {
                    onError: failureToast(
                      'Não foi possível publicar agora. Tente de novo em instantes.',
                    ),
                  })
                }
              >
                {publishNowLabel(nameOf(unpublishedPost))}
              </Button>
            ) : null}
          </>
        }
      />
      <LimitReachedDialog open={isLimit} message={failed?.message ?? ''} onDismiss={dismiss} />
      <ConnectAccountDialog
        open={isUnconnected}
        onDismiss={dismiss}
        onDemo={null}
        onConnect={() => void navigate(paths.dashboard)}
      />
      <FailureDialog
        failure={
          failed === null || isLimit || isUnconnected
            ? null
            : { title: 'Erro ao Atualizar', text: failed.message }
        }
        onDismiss={dismiss}
        onRetry={finalCodes.has(failed?.code ?? null) ? null : onRetry}
      />
    </>
  );
}

function savedText(post: Post, accountName: string | undefined): string {
  const dueAt = getDueAt(post);
  return dueAt === null
    ? 'O rascunho continua sem data definida.'
    : `${relativeDay(dueAt, readNow())}, ${formatTime(dueAt)}${formatInAccount(accountName)}`;
}
