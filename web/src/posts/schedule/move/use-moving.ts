import type { Post } from '@pontual/contract/posts.ts';
import { useState } from 'react';
import { inAccount, useAccountNames } from '../../../instagram/account-names.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useHorizon } from '../../create/when/use-horizon.ts';
import { readNow } from '../../now.ts';
import { momentInWords, postName, stayed } from '../day-words.ts';
import { plannedAt } from '../timeline-groups.ts';
import { useMovePost } from './move.queries.ts';
import type { Refusal } from './move-refused.tsx';
import { canMove, faultOfMove, instantAt, type Place } from './moves.ts';
import { useRefusedMove } from './use-refused-move.ts';

/** Where a post would be, and why it cannot. */
interface Aim {
  to: Date;
  fault: string | null;
}

export interface Moving {
  /** The post that was picked up by a key or a button, and waits for its place. */
  post: Post | null;
  /** For those who hear. */
  said: string;
  refusal: Refusal | null;
  dismiss: () => void;
  pickUp: (post: Post) => void;
  cancel: () => void;
  aimAt: (post: Post, place: Place) => Aim | null;
  /** Tells where the post that was picked up would be. */
  tell: (place: Place) => void;
  /** Puts the post that was picked up down. */
  putDown: (place: Place) => void;
  move: (post: Post, place: Place) => void;
}

interface MovingOptions {
  /** The post as the calendar shows it now, if it does. */
  shownPost: (id: string) => Post | undefined;
  /** A post is on its way to another place. */
  onMoved: (post: Post) => void;
  /** It is on its way back to this instant. */
  onUndone: (before: Date) => void;
}

/** Gives posts another day or hour, and takes it back. */
export function useMoving({ shownPost, onMoved, onUndone }: MovingOptions): Moving {
  const horizon = useHorizon();
  const nameOf = useAccountNames();
  const { mutateAsync } = useMovePost();
  const { refusal, dismiss, refused } = useRefusedMove();
  const [post, setPost] = useState<Post | null>(null);
  const [said, setSaid] = useState('');

  const aimAt: Moving['aimAt'] = (post, place) => {
    const to = instantAt(post, place);
    if (to === null) return null;
    const stays = to.getTime() === plannedAt(post)?.getTime();
    return { to, fault: stays ? null : faultOfMove(to, readNow(), horizon) };
  };

  const send = (post: Post, to: Date, say: (moved: Post) => void) => {
    onMoved(post);
    // Not by the callbacks of mutate, which forget a move when another one follows it.
    mutateAsync({ post, to }).then(
      (answer) => say(answer.post),
      (error: unknown) => refused(error, post),
    );
  };
  const takeBack = (moved: Post, before: Date) => {
    onUndone(before);
    send(moved, before, ({ status }) =>
      showToast({
        text: `De volta para ${momentInWords(before)}${inAccount(nameOf(moved))}`,
        status,
      }),
    );
  };
  /** Whether it is where it should be now. */
  const move = (pickedUp: Post, place: Place): boolean => {
    // It may have changed in the meantime.
    const post = shownPost(pickedUp._id) ?? pickedUp;
    if (!canMove(post)) {
      showToast({ text: NO_MORE, error: true });
      return true;
    }
    const aim = aimAt(post, place);
    const before = plannedAt(post);
    if (aim === null || before === null) return true;
    if (aim.to.getTime() === before.getTime()) {
      setSaid(stayed(before));
      return true;
    }
    if (aim.fault !== null) {
      showToast({ text: `${aim.fault} ${stayed(before)}`, error: true });
      return false;
    }
    send(post, aim.to, (moved) => {
      showToast({
        text: `Movido para ${momentInWords(aim.to)}${inAccount(nameOf(moved))}`,
        status: moved.status,
        // An hour that is over cannot be had again.
        action:
          before > readNow()
            ? { label: 'Desfazer', run: () => takeBack(moved, before) }
            : undefined,
      });
    });
    return true;
  };

  return {
    post,
    said,
    refusal,
    dismiss,
    aimAt,
    move: (post, place) => void move(post, place),
    pickUp: (post) => {
      if (!canMove(post)) {
        setSaid(NO_MORE);
        return;
      }
      setPost(post);
      setSaid(
        `${postName(post, nameOf(post))}: escolha o lugar com as setas. Enter solta, Esc cancela.`,
      );
    },
    cancel: () => {
      const before = post === null ? null : plannedAt(post);
      setPost(null);
      if (before !== null) setSaid(stayed(before));
    },
    tell: (place) => {
      const aim = post === null ? null : aimAt(post, place);
      if (aim !== null) setSaid(`${momentInWords(aim.to)}. ${aim.fault ?? ''}`);
    },
    putDown: (place) => {
      if (post !== null && move(post, place)) setPost(null);
    },
  };
}

const NO_MORE = 'Este post não pode mais ser movido.';
