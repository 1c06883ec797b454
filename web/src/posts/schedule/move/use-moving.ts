import type { Post } from '@pontual/contract/posts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { failureText, isRefusal } from '../../../api/api-error.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useHorizon } from '../../create/when/use-horizon.ts';
import { knownPost } from '../../lists.queries.ts';
import { readNow } from '../../now.ts';
import { momentInWords, postName } from '../day-words.ts';
import { plannedAt } from '../timeline-groups.ts';
import { useMovePost } from './move.queries.ts';
import { canMove, faultOfMove, instantAt, type Place } from './moves.ts';

/** Where a post would be, and why it cannot. */
interface Aim {
  to: Date;
  fault: string | null;
}

export interface Refusal {
  open: boolean;
  title: string;
  message: string;
}

/** The dialog, which is seldom wanted. */
export const loadRefused = () => import('./move-refused.tsx');

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
  /** A post is on its way to another place. */
  onMoved: (post: Post) => void;
  /** It is on its way back to this instant. */
  onUndone: (before: Date) => void;
}

/** Gives posts another day or hour, and takes it back. */
export function useMoving({ onMoved, onUndone }: MovingOptions): Moving {
  const horizon = useHorizon();
  const queries = useQueryClient();
  const { mutateAsync } = useMovePost();
  const isShown = useIsShown();
  const [post, setPost] = useState<Post | null>(null);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);

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
      (error: unknown) => {
        const refused = refusalOf(error, post);
        const tell = () =>
          showToast({ text: `${postName(post)}: ${refused.message}`, error: true });
        // Whoever has left the page is told all the same, and whoever has no line for the dialog.
        loadRefused().then(() => (isShown.current ? setRefusal(refused) : tell()), tell);
      },
    );
  };
  const takeBack = (moved: Post, before: Date) => {
    onUndone(before);
    send(moved, before, ({ status }) =>
      showToast({ text: `De volta para ${momentInWords(before)}`, status }),
    );
  };
  /** Whether it is where it should be now. */
  const move = (pickedUp: Post, place: Place): boolean => {
    // It may have changed in the meantime.
    const post = knownPost(queries, pickedUp._id) ?? pickedUp;
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
        text: `Movido para ${momentInWords(aim.to)}`,
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
    // What it said stays while it goes away.
    dismiss: () => setRefusal((last) => last && { ...last, open: false }),
    aimAt,
    move: (post, place) => void move(post, place),
    pickUp: (post) => {
      if (!canMove(post)) {
        setSaid(NO_MORE);
        return;
      }
      setPost(post);
      setSaid(`${postName(post)}: escolha o lugar com as setas. Enter solta, Esc cancela.`);
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

/** Whether what uses it is still on the page. */
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

const stayed = (at: Date) => `O post continua em ${momentInWords(at)}.`;

function refusalOf(error: unknown, post: Post): Refusal {
  const at = plannedAt(post);
  const told = isRefusal(error);
  const isLimit = told && error.code === 'LIMIT_EXCEEDED';
  const message = failureText(error, 'Não foi possível atualizar o post. Tente novamente.');
  return {
    open: true,
    title: isLimit ? 'Limite Atingido' : 'Erro ao Atualizar',
    // Without an answer nobody knows where it is.
    message: told && at !== null ? `${message} ${stayed(at)}` : message,
  };
}
