import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useReducer, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { DraftSaveStatus } from './draft-store/draft-store.ts';
import { useDraftSaving } from './draft-store/use-draft-saving.ts';
import type { ComposerSetup, RestoreResult } from './draft-store/use-composer-setup.ts';
import { summarizeUploads } from './uploads/upload-state.ts';
import { noFiles, useUploadQueue, type EarlyUploads } from './uploads/use-upload-queue.ts';
import { useSuccessTimer } from './use-success-timer.ts';
import type { FilePicking } from './use-files.ts';
import { usePicking } from './use-picking.ts';
import { useSubmitPost } from './use-submit-post.ts';
import { useHorizon } from './when/use-horizon.ts';
import type { SubmitMode, Frame, Wizard, WizardAction } from './wizard-state.ts';
import { hasContent, isSent, reduce } from './wizard.ts';

/** A composer as what came along with the navigation finds it. */
export interface IncomingFilesContext {
  picking: FilePicking;
  /** How far what it shows is kept. */
  saveStatus: DraftSaveStatus;
  restored: RestoreResult | null;
  wizard: Wizard;
}

export interface ComposerProps {
  open: boolean;
  setup: ComposerSetup;
  /** Brings in what came along with the navigation. */
  renderIncomingFiles?: ((composer: IncomingFilesContext) => ReactNode) | undefined;
  /** Null for a visitor, who has to log in before anything is saved. */
  user: User | null;
  /** The post exists. */
  onCreated: (post: Post) => void;
  /** It was shown as scheduled, or saved, long enough. */
  onFinished: (post: Post) => void;
  onClose: () => void;
}

/** The state of a composer, and what its buttons do. */
export function useComposer({ open, setup, user, onCreated, onFinished, onClose }: ComposerProps) {
  const [wizard, dispatch] = useReducer(reduce, setup.wizard);
  const [isClosing, setClosing] = useState(false);
  /** Its user goes elsewhere on purpose: nothing is asked. */
  const [isLeavingAllowed, setLeavingAllowed] = useState(false);
  /** What a visitor has to log in for. */
  const [loginPromptMode, setLoginPromptMode] = useState<SubmitMode | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const picking = usePicking(open, wizard, dispatch);
  // What is discarded is not sent any further, and a visitor's files wait.
  const earlyUploads = useUploadQueue(open && user !== null ? wizard.form.files : noFiles);
  const [restored, setRestored] = useState(setup.restored);
  const { draftStore } = setup;
  const saveStatus = useDraftSaving({ open, draftStore, wizard, dispatch });
  useFocusOnPage(heading, wizard.frame);

  const go = (action: WizardAction) => focusNewHeading(heading, () => dispatch(action));
  const successTimer = useSuccessTimer(wizard.frame, (post) => {
    onFinished(post);
    if (post.demo) go({ type: 'restarted' });
    else onClose();
  });
  const { submit, cancel, abandon } = useSubmitPost({
    dispatch,
    uploadQueue: earlyUploads.uploadQueue,
    horizon: useHorizon(),
    onCreated: (post, warning) => {
      setClosing(false);
      setRestored(null);
      go({ type: 'landed', post, warning });
      onCreated(post);
      successTimer.start(post, warning !== null);
    },
    onLateResponse: draftStore.recordLateResponse,
    onRejected: draftStore.clearRequest,
  });

  const trySubmit = (submitMode: SubmitMode) => {
    if (wizard.step === 'done') return;
    if (user === null) {
      setLoginPromptMode(submitMode);
      return;
    }
    // What was written in a field and has not become a value yet would be left out.
    const unfinishedField = findInBody(body, 'input[data-fault]');
    if (unfinishedField === null && flushSync(() => submit(wizard, submitMode))) return;
    (unfinishedField ?? findInBody(body, '[aria-invalid=true], [data-fault]'))?.focus();
  };
  const close = () => {
    if (wizard.step !== 'done' && hasContent(wizard)) {
      setClosing(true);
      return;
    }
    const post = successTimer.stop();
    if (post !== null) onFinished(post);
    onClose();
  };
  const allowLeaving = () => flushSync(() => setLeavingAllowed(true));
  const discard = (isNavigating: boolean) => {
    abandon();
    setClosing(false);
    // What has gone out whole is kept until it is known to have arrived.
    if (!isSent(wizard)) draftStore.discard();
    if (isNavigating && wizard.frame === 'page') return;
    if (wizard.frame === 'page') allowLeaving();
    onClose();
  };
  return {
    wizard,
    dispatch,
    go,
    body,
    heading,
    picking,
    earlyUploads,
    hasLeaveGuard: open && hasContent(wizard) && !isLeavingAllowed,
    isClosing,
    restored,
    saveStatus,
    startOver: () => {
      setRestored(null);
      draftStore.forgetUnreadFiles();
      go({ type: 'restarted' });
      heading.current?.focus();
    },
    stay: () => setClosing(false),
    discard,
    allowLeaving,
    loginPromptMode,
    setLoginPromptMode,
    trySubmit,
    cancel,
    close,
    continueToNextStep: () => go(createContinueAction(wizard, earlyUploads)),
  };
}

/** A new step is announced by its heading. */
function focusNewHeading(heading: RefObject<HTMLElement | null>, change: () => void): void {
  const before = heading.current;
  flushSync(change);
  if (heading.current !== before) heading.current?.focus();
}

const findInBody = (body: RefObject<HTMLElement | null>, selector: string): HTMLElement | null =>
  body.current?.querySelector<HTMLElement>(selector) ?? null;

/** A page speaks by its heading, once it is there. */
function useFocusOnPage(heading: RefObject<HTMLElement | null>, frame: Frame): void {
  // The focus belongs to the document.
  useEffect(() => {
    if (frame !== 'page' || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [heading, frame]);
}

/** On to the next step, unless the server does not take what was chosen. */
function createContinueAction({ form }: Wizard, { uploads }: EarlyUploads): WizardAction {
  const { refusal } = summarizeUploads(form.files, uploads);
  if (refusal === null) return { type: 'continued' };
  return { type: 'blocked', message: 'Remova o que não foi aceito para continuar.' };
}
