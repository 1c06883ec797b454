import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { showToast } from '../../ui/toast.tsx';
import type { DialogState } from '../../ui/use-dialog-state.ts';
import { useHorizon } from '../../composer/when/use-horizon.ts';
import { readNow } from '../../posts/now.ts';
import { longDateTimeText, postLabel, notMovedText } from '../calendar-labels.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { useMovePost } from './move-queries.ts';
import type { MoveFailure } from './move-failure-dialog.tsx';
import { canMove, moveError, getMoveDueAt, type MoveTarget } from './move.rules.ts';
import { useMoveFailure } from './use-move-failure.ts';

interface MovePreview {
  dueAt: Date;
  error: string | null;
}

export interface PostMoves {
  /** The post that was picked up by keyboard or button and waits for a target. */
  post: Post | null;
  announcement: string;
  failure: DialogState<MoveFailure>;
  pickUp: (post: Post) => void;
  cancel: () => void;
  previewMove: (post: Post, target: MoveTarget) => MovePreview | null;
  announceTarget: (target: MoveTarget) => void;
  drop: (target: MoveTarget) => void;
  move: (post: Post, target: MoveTarget) => void;
}

interface PostMovesOptions {
  findShownPost: (id: string) => Post | undefined;
  onPostMoved: (post: Post) => void;
  onUndone: (dueAt: Date) => void;
}

export function usePostMoves({
  findShownPost,
  onPostMoved,
  onUndone,
}: PostMovesOptions): PostMoves {
  const horizon = useHorizon();
  const nameOf = useInstagramAccountNames();
  const { mutateAsync } = useMovePost();
  const { failure, showFailure } = useMoveFailure();
  const [post, setPost] = useState<Post | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const previewMove: PostMoves['previewMove'] = (post, place) => {
    const dueAt = getMoveDueAt(post, place);
    if (dueAt === null) return null;
    const stays = dueAt.getTime() === getDueAt(post)?.getTime();
    return { dueAt, error: stays ? null : moveError(dueAt, readNow(), horizon) };
  };

  const send = (post: Post, to: Date, onSuccess: (moved: Post) => void) => {
    onPostMoved(post);
    // The callbacks of `mutate` do not run for a move when another one follows it.
    mutateAsync({ post, to }).then(
      (answer) => onSuccess(answer.post),
      (error: unknown) => showFailure(error, post),
    );
  };
  const undo = (moved: Post, before: Date) => {
    onUndone(before);
    send(moved, before, ({ status }) =>
      showToast({
        text: `De volta para ${longDateTimeText(before)}${formatInAccount(nameOf(moved))}`,
        status,
      }),
    );
  };
  /** False keeps the post picked up. */
  const move = (pickedUp: Post, target: MoveTarget): boolean => {
    const post = findShownPost(pickedUp._id) ?? pickedUp;
    if (!canMove(post)) {
      showToast({ text: NOT_MOVABLE, error: true });
      return true;
    }
    const preview = previewMove(post, target);
    const before = getDueAt(post);
    if (preview === null || before === null) return true;
    if (preview.dueAt.getTime() === before.getTime()) {
      setAnnouncement(notMovedText(before));
      return true;
    }
    if (preview.error !== null) {
      showToast({ text: `${preview.error} ${notMovedText(before)}`, error: true });
      return false;
    }
    send(post, preview.dueAt, (moved) => {
      showToast({
        text: `Movido para ${longDateTimeText(preview.dueAt)}${formatInAccount(nameOf(moved))}`,
        status: moved.status,
        // A due time in the past cannot be restored.
        action:
          before > readNow() ? { label: 'Desfazer', run: () => undo(moved, before) } : undefined,
      });
    });
    return true;
  };

  return {
    post,
    announcement,
    failure,
    previewMove,
    move: (post, place) => void move(post, place),
    pickUp: (post) => {
      if (!canMove(post)) {
        setAnnouncement(NOT_MOVABLE);
        return;
      }
      setPost(post);
      setAnnouncement(
        `${postLabel(post, nameOf(post))}: escolha o lugar com as setas. Enter solta, Esc cancela.`,
      );
    },
    cancel: () => {
      const before = post === null ? null : getDueAt(post);
      setPost(null);
      if (before !== null) setAnnouncement(notMovedText(before));
    },
    announceTarget: (place) => {
      const aim = post === null ? null : previewMove(post, place);
      if (aim !== null) setAnnouncement(`${longDateTimeText(aim.dueAt)}. ${aim.error ?? ''}`);
    },
    drop: (place) => {
      if (post !== null && move(post, place)) setPost(null);
    },
  };
}

const NOT_MOVABLE = 'Este post não pode mais ser movido.';
