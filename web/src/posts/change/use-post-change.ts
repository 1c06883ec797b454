import type { Post } from '@pontual/contract/posts/posts.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, fixedFailureText } from '../../api/api-error.ts';
import { showToast } from '../../ui/toast.tsx';
import type { PickedFile } from '../../composer/form.rules.ts';
import type { UploadQueue } from '../../composer/uploads/upload-queue.ts';
import { sendWithUploads } from '../../composer/uploads/use-upload-queue.ts';
import { useUpdatePost, type PostChange } from '../posts-queries.ts';

export type ChangePhase =
  | { state: 'editing' }
  /** From 0 to 1. */
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; code: string | null; message: string }
  /** `message` comes from the server. */
  | { state: 'changed'; post: Post; warning: string | null; message: string };

export interface PostChangeRequest {
  phase: ChangePhase;
  send: (change: PostChange, files?: ReplacementFiles) => void;
  /** Has no effect once the request was sent completely. */
  cancel: () => void;
  /** A request that was sent completely reports its result in a toast, others are canceled. */
  abandon: () => void;
  dismiss: () => void;
}

interface ActiveRequest {
  controller: AbortController;
  /** The request was sent completely, so the post may change. */
  sent: boolean;
  abandoned: boolean;
}

interface ReplacementFiles {
  uploadQueue: UploadQueue;
  files: readonly PickedFile[];
}

/** Specification, section 8. */
const UPDATE_FAILED = 'Não foi possível atualizar o post. Tente novamente.';

const editingPhase: ChangePhase = { state: 'editing' };

export function usePostChange(post: Post, onChanged: (post: Post) => void): PostChangeRequest {
  const { mutateAsync } = useUpdatePost(post);
  const [phase, setPhase] = useState<ChangePhase>(editingPhase);
  const activeRequest = useRef<ActiveRequest>(null);

  const abandon = useCallback(() => {
    if (activeRequest.current === null) return;
    activeRequest.current.abandoned = true;
    if (!activeRequest.current.sent) activeRequest.current.controller.abort();
  }, []);
  // The upload runs outside of React, so it must end with its dialog.
  useEffect(() => abandon, [abandon]);

  const send: PostChangeRequest['send'] = (change, files) => {
    const request: ActiveRequest = {
      controller: new AbortController(),
      sent: false,
      abandoned: false,
    };
    const { signal } = request.controller;
    activeRequest.current = request;
    setPhase({ state: 'sending', fraction: 0 });
    const options = {
      signal,
      onProgress: (fraction: number) => {
        request.sent = fraction >= 1;
        if (!signal.aborted) setPhase({ state: 'sending', fraction });
      },
    };
    const response =
      files === undefined
        ? mutateAsync({ change, options })
        : sendWithUploads(files, options, (fileFields, options) =>
            mutateAsync({ change: { ...change, ...fileFields }, options }),
          );
    response
      .finally(() => {
        if (activeRequest.current === request) activeRequest.current = null;
      })
      .then(
        ({ post, warning, message }) => {
          if (request.abandoned) {
            showToast({ text: 'Post Atualizado!', status: post.status });
            return;
          }
          setPhase({ state: 'changed', post, warning, message });
          onChanged(post);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          const message = fixedFailureText(error, UPDATE_FAILED);
          const code = error instanceof ApiError ? error.code : null;
          if (request.abandoned) showToast({ text: `Erro ao Atualizar. ${message}`, error: true });
          else setPhase({ state: 'failed', code, message });
        },
      );
  };
  const cancel = () => {
    if (activeRequest.current === null || activeRequest.current.sent) return;
    activeRequest.current.controller.abort();
    activeRequest.current = null;
    setPhase(editingPhase);
  };
  const dismiss = () => setPhase(editingPhase);
  return { phase, send, cancel, abandon, dismiss };
}
