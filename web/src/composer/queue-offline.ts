import type { User } from '@pontual/contract/identity/auth.ts';
import { showToast } from '../ui/toast.tsx';
import { readNow } from '../posts/now.ts';
import { saveOfflinePost } from './offline-queue/offline-post-store.ts';
import type { OfflinePost } from './offline-queue/offline-post.ts';
import { newKey } from './new-key.ts';
import { toPostFields } from './post-fields.ts';
import type { SubmitMode, EditingState, Wizard } from './wizard-state.ts';
import { findOrCreateAttempt } from './wizard.ts';

interface QueueOfflineInput {
  wizard: Wizard;
  submitMode: SubmitMode;
  user: User | null;
  onQueued: () => void;
}

export function queueOffline({ wizard, submitMode, user, onQueued }: QueueOfflineInput): void {
  if (wizard.step === 'done' || user === null) return;
  saveOfflinePost(createWaitingPost(wizard, submitMode, user)).then(onQueued, () =>
    showToast({
      text: 'Este navegador não conseguiu guardar o post. Deixe esta página aberta e tente de novo quando a internet voltar.',
      error: true,
    }),
  );
}

/** Uses the key of the earlier attempt, because the server may have created a post for it. */
function createWaitingPost(wizard: EditingState, submitMode: SubmitMode, user: User): OfflinePost {
  const createdAt = readNow().getTime();
  const { key } = findOrCreateAttempt(wizard, submitMode, { key: newKey(), at: createdAt });
  const earlierRequest = wizard.unansweredRequests.find(
    (earlierRequest) => earlierRequest.key === key,
  );
  const files = wizard.form.files.map(
    ({ file, kind, width, height, durationMs, fit, altText, tags }) => {
      return { file, kind, width, height, durationMs, fit, altText, tags };
    },
  );
  const fields = toPostFields(wizard, submitMode);
  const sentAt = earlierRequest?.at ?? null;
  const request = { key, owner: user._id, workspace: user.workspace, submitMode, fields, files };
  return { ...request, createdAt, sentAt, refusal: null, failures: 0, retryAt: 0 };
}
