import type { User } from '@pontual/contract/identity/auth.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useReducer, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { DraftSaveStatus } from './draft-store/draft-store.ts';
import { useDraftSaving } from './draft-store/use-draft-saving.ts';
import type { ComposerSetup, DraftRestoreResult } from './draft-store/use-composer-setup.ts';
import { summarizeUploads } from './uploads/upload-state.ts';
import { noFiles, useUploadQueue, type EarlyUploads } from './uploads/use-upload-queue.ts';
import { useSuccessTimer } from './use-success-timer.ts';
import type { FilePicking } from './use-files.ts';
import { usePicking } from './use-picking.ts';
import { useSubmitPost } from './use-submit-post.ts';
import { useHorizon } from './when/use-horizon.ts';
import type { SubmitMode, Frame, Wizard, WizardAction } from './wizard-state.ts';
import { hasContent, isSent, reduce } from './wizard.ts';

export interface IncomingFilesContext {
  picking: FilePicking;
  saveStatus: DraftSaveStatus;
  restored: DraftRestoreResult | null;
  wizard: Wizard;
}

export interface ComposerProps {
  open: boolean;
  setup: ComposerSetup;
  renderIncomingFiles?: ((composer: IncomingFilesContext) => ReactNode) | undefined;
  /** Null for a visitor, who must log in before anything is saved. */
  user: User | null;
  onCreated: (post: Post) => void;
  /** Called after the success message was shown for its time. */
  onFinished: (post: Post) => void;
  onClose: () => void;
}

export function useComposer({ open, setup, user, onCreated, onFinished, onClose }: ComposerProps) {
  const [wizard, dispatch] = useReducer(reduce, setup.wizard);
  const [isClosing, setClosing] = useState(false);
  /** The user leaves on purpose, without a confirmation. */
  const [isLeavingAllowed, setLeavingAllowed] = useState(false);
  /** The submit mode for which a visitor must log in. */
  const [loginPromptMode, setLoginPromptMode] = useState<SubmitMode | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const picking = usePicking(open, wizard, dispatch);
  // Closing cancels the uploads; a visitor's files are not uploaded before the login.
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
    // A text that is not yet accepted as a value would be lost; its field gets the focus instead.
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
    // After the request is fully sent, the draft is stored until the post is known to exist.
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

/** The heading of a new step takes the focus, so that screen readers announce it. */
function focusNewHeading(heading: RefObject<HTMLElement | null>, change: () => void): void {
  const before = heading.current;
  flushSync(change);
  if (heading.current !== before) heading.current?.focus();
}

const findInBody = (body: RefObject<HTMLElement | null>, selector: string): HTMLElement | null =>
  body.current?.querySelector<HTMLElement>(selector) ?? null;

function useFocusOnPage(heading: RefObject<HTMLElement | null>, frame: Frame): void {
  useEffect(() => {
    if (frame !== 'page' || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [heading, frame]);
}

function createContinueAction({ form }: Wizard, { uploads }: EarlyUploads): WizardAction {
  const { refusal } = summarizeUploads(form.files, uploads);
  if (refusal === null) return { type: 'continued' };
  return { type: 'blocked', message: 'Remova o que não foi aceito para continuar.' };
}
