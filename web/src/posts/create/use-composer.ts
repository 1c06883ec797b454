import type { User } from '@pontual/contract/auth.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useReducer, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Standing } from './keep/keeper.ts';
import { useKeeping } from './keep/use-keeping.ts';
import type { Begun, Restored } from './keep/use-kept.ts';
import { standingOf } from './uploads/upload-state.ts';
import { noFiles, useOutbox, type Ahead } from './uploads/use-outbox.ts';
import { useEnding } from './use-ending.ts';
import type { FilePicking } from './use-files.ts';
import { usePicking } from './use-picking.ts';
import { useSend } from './use-send.ts';
import { useHorizon } from './when/use-horizon.ts';
import type { Aim, Frame, Wizard, WizardAction } from './wizard-state.ts';
import { hasWork, isSent, reduce } from './wizard.ts';

/** A composer as what came along with the navigation finds it. */
export interface Receiving {
  picking: FilePicking;
  /** How far what it shows is kept. */
  standing: Standing;
  restored: Restored | null;
  wizard: Wizard;
}

export interface ComposerProps {
  open: boolean;
  begun: Begun;
  /** Brings in what came along with the navigation. */
  renderArriving?: ((into: Receiving) => ReactNode) | undefined;
  /** Null for a visitor, who has to log in before anything is saved. */
  user: User | null;
  /** The post exists. */
  onCreated: (post: Post) => void;
  /** It was shown as scheduled, or saved, long enough. */
  onLanded: (post: Post) => void;
  onClose: () => void;
}

/** The state of a composer, and what its buttons do. */
export function useComposer({ open, begun, user, onCreated, onLanded, onClose }: ComposerProps) {
  const [wizard, dispatch] = useReducer(reduce, begun.wizard);
  const [closing, setClosing] = useState(false);
  /** Its user goes elsewhere on purpose: nothing is asked. */
  const [passing, setPassing] = useState(false);
  /** What a visitor has to log in for. */
  const [unsaved, setUnsaved] = useState<Aim | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const picking = usePicking(open, wizard, dispatch);
  // What is discarded is not sent any further, and a visitor's files wait.
  const ahead = useOutbox(open && user !== null ? wizard.form.files : noFiles);
  const [restored, setRestored] = useState(begun.restored);
  const { keeper } = begun;
  const standing = useKeeping({ open, keeper, wizard, dispatch });
  useFocusOnPage(heading, wizard.frame);

  const go = (action: WizardAction) => focusIfNew(heading, () => dispatch(action));
  const ending = useEnding(wizard.frame, (post) => {
    onLanded(post);
    if (post.demo) go({ type: 'restarted' });
    else onClose();
  });
  const { send, cancel, abandon } = useSend({
    dispatch,
    outbox: ahead.outbox,
    horizon: useHorizon(),
    onSent: (post, warning) => {
      setClosing(false);
      setRestored(null);
      go({ type: 'landed', post, warning });
      onCreated(post);
      ending.begin(post, warning !== null);
    },
    onLate: keeper.answerLate,
    onRefused: keeper.settle,
  });

  const trySend = (aim: Aim) => {
    if (wizard.step === 'done') return;
    if (user === null) {
      setUnsaved(aim);
      return;
    }
    // What was written in a field and has not become a value yet would be left out.
    const unfinished = find(body, 'input[data-fault]');
    if (unfinished === null && flushSync(() => send(wizard, aim))) return;
    (unfinished ?? find(body, '[aria-invalid=true], [data-fault]'))?.focus();
  };
  const close = () => {
    if (wizard.step !== 'done' && hasWork(wizard)) {
      setClosing(true);
      return;
    }
    const post = ending.stop();
    if (post !== null) onLanded(post);
    onClose();
  };
  const letPass = () => flushSync(() => setPassing(true));
  const discard = (isGoing: boolean) => {
    abandon();
    setClosing(false);
    // What has gone out whole is kept until it is known to have arrived.
    if (!isSent(wizard)) keeper.end();
    if (isGoing && wizard.frame === 'page') return;
    if (wizard.frame === 'page') letPass();
    onClose();
  };
  return {
    wizard,
    dispatch,
    go,
    body,
    heading,
    picking,
    ahead,
    isGuarded: open && hasWork(wizard) && !passing,
    closing,
    restored,
    standing,
    startOver: () => {
      setRestored(null);
      keeper.startOver();
      go({ type: 'restarted' });
      heading.current?.focus();
    },
    stay: () => setClosing(false),
    discard,
    letPass,
    unsaved,
    setUnsaved,
    trySend,
    cancel,
    close,
    goOn: () => go(continuing(wizard, ahead)),
  };
}

/** A new step is announced by its heading. */
function focusIfNew(heading: RefObject<HTMLElement | null>, change: () => void): void {
  const before = heading.current;
  flushSync(change);
  if (heading.current !== before) heading.current?.focus();
}

const find = (body: RefObject<HTMLElement | null>, what: string): HTMLElement | null =>
  body.current?.querySelector<HTMLElement>(what) ?? null;

/** A page speaks by its heading, once it is there. */
function useFocusOnPage(heading: RefObject<HTMLElement | null>, frame: Frame): void {
  // The focus belongs to the document.
  useEffect(() => {
    if (frame !== 'page' || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [heading, frame]);
}

/** On to the next step, unless the server does not take what was chosen. */
function continuing({ form }: Wizard, { uploads }: Ahead): WizardAction {
  const { refusal } = standingOf(form.files, uploads);
  if (refusal === null) return { type: 'continued' };
  return { type: 'blocked', problem: 'Remova o que não foi aceito para continuar.' };
}
