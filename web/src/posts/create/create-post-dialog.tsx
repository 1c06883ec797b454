import type { User } from '@pontual/contract/auth.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ArrowLeft, ArrowRight, CalendarPlus } from 'lucide-react';
import { useReducer, useRef, useState, type Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMediaTypes } from '../posts.queries.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { DetailsStep } from './details-step.tsx';
import { acceptsOf } from './file-rules.ts';
import type { PickedFile } from './form-rules.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { leaveWordsOf, Outcomes } from './outcomes.tsx';
import { PostPreview, someLikes } from './post-preview.tsx';
import type { WallFields } from './shortcuts.ts';
import { Scheduled } from './scheduled.tsx';
import { UploadStep } from './upload-step.tsx';
import { standingOf } from './uploads/upload-state.ts';
import { useOutbox, type Ahead } from './uploads/use-outbox.ts';
import { useFiles } from './use-files.ts';
import { useSend } from './use-send.ts';
import {
  hasWork,
  isSent,
  keptOf,
  reduce,
  startWizard,
  type Wizard,
  type WizardAction,
} from './wizard.ts';

/** How long success is shown (specification, section 9). */
const CLOSE_MS = 1500;
const DEMO_RESET_MS = 3000;

const noFiles: readonly PickedFile[] = [];

interface CreatePostDialogProps {
  open: boolean;
  /** What the picker starts with. */
  when: WallFields;
  user: User;
  /** The post exists. */
  onScheduled: (post: Post) => void;
  /** The post was shown as scheduled long enough. */
  onLanded: (post: Post) => void;
  onClose: () => void;
}

export function CreatePostDialog(props: CreatePostDialogProps) {
  const { open, when, user, onScheduled, onLanded, onClose } = props;
  const [wizard, dispatch] = useReducer(reduce, when, startWizard);
  const [confirming, setConfirming] = useState(false);
  const [likes] = useState(someLikes);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const ending = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; post: Post }>(null);
  const picking = usePicking(open, wizard, dispatch);
  // What is discarded is not sent any further.
  const ahead = useOutbox(open ? wizard.form.files : noFiles);
  const navigate = useNavigate();
  /** The user has chosen, by name, to go elsewhere. */
  const [connecting, setConnecting] = useState(false);

  // A new step is announced by its heading.
  const go = (action: WizardAction) => {
    const before = heading.current;
    flushSync(() => dispatch(action));
    if (heading.current !== before) heading.current?.focus();
  };
  const end = (post: Post) => {
    ending.current = null;
    onLanded(post);
    if (post.demo) go({ type: 'restarted' });
    else onClose();
  };
  const { send, cancel, abandon } = useSend(dispatch, ahead.outbox, (post, warning) => {
    setConfirming(false);
    go({ type: 'scheduled', post, warning });
    onScheduled(post);
    const delay = post.demo ? DEMO_RESET_MS : CLOSE_MS;
    // A warning is to be read: its reader closes the dialog.
    const timer = warning === null ? setTimeout(() => end(post), delay) : undefined;
    ending.current = { timer, post };
  });

  const trySend = (demo: boolean) => {
    if (wizard.step !== 'details') return;
    const started = flushSync(() => send(wizard, demo));
    if (!started)
      body.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus();
  };
  const close = () => {
    if (ending.current !== null) {
      clearTimeout(ending.current.timer);
      end(ending.current.post);
      onClose();
    } else if (hasWork(wizard)) setConfirming(true);
    else onClose();
  };
  const discard = () => {
    abandon();
    setConfirming(false);
    onClose();
  };

  const editing = { dispatch, picking, ahead, heading };
  return (
    <ComposerFrame
      open={open}
      onClose={close}
      step={wizard.step}
      initialFocus={heading}
      preview={
        <PostPreview
          // Another choice of files begins at its first.
          key={wizard.form.files[0]?.url}
          form={wizard.form}
          type={wizard.mediaType}
          user={user}
          likes={likes}
        />
      }
      notice={<Failed wizard={wizard} />}
      footer={
        <Actions
          wizard={wizard}
          opening={picking.isOpening}
          onClose={close}
          onContinue={() => go(continuing(wizard, ahead))}
          onBack={() => go({ type: 'wentBack' })}
          onSend={() => trySend(false)}
          onCancelSending={cancel}
        />
      }
    >
      <div ref={body}>
        {wizard.step === 'upload' ? <UploadStep wizard={wizard} {...editing} /> : null}
        {wizard.step === 'details' ? <DetailsStep wizard={wizard} {...editing} /> : null}
        {wizard.step === 'done' ? <Scheduled {...wizard} heading={heading} /> : null}
      </div>
      <Outcomes
        wizard={wizard}
        onDismiss={() => dispatch({ type: 'failureDismissed' })}
        onDemo={() => trySend(true)}
        onConnect={() => {
          flushSync(() => setConnecting(true));
          void navigate(paths.dashboard);
        }}
      />
      {open && hasWork(wizard) && !connecting ? (
        <LeaveGuard
          words={leaveWordsOf(wizard)}
          closing={confirming}
          onStay={() => setConfirming(false)}
          onLeave={discard}
        />
      ) : null}
    </ComposerFrame>
  );
}

function usePicking(open: boolean, wizard: Wizard, dispatch: Dispatch<WizardAction>) {
  const accepts = acceptsOf(useMediaTypes());
  return useFiles({ accepts, several: true, kept: open ? keptOf(wizard) : noFiles, dispatch });
}

/** On to the details, unless the server does not take what was chosen. */
function continuing({ form }: Wizard, { uploads }: Ahead): WizardAction {
  const { refusal } = standingOf(form.files, uploads);
  if (refusal === null) return { type: 'continued' };
  return { type: 'blocked', problem: 'Remova o que não foi aceito para continuar.' };
}

/** Codes that ask for a decision have a dialog of their own (outcomes.tsx). */
const asked: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'INSTAGRAM_NOT_CONNECTED']);

function Failed({ wizard }: { wizard: Wizard }) {
  if (wizard.step !== 'details' || wizard.sending.state !== 'failed') return null;
  const { code, message } = wizard.sending.failure;
  if (asked.has(code)) return null;
  return (
    <div className="shrink-0 border-t border-line px-3 py-3 lg:px-10">
      <Notice tone="bad" live>
        <b className="block font-semibold">Erro ao Agendar</b>
        {message}
      </Notice>
    </div>
  );
}

interface ActionsProps {
  wizard: Wizard;
  /** Files that were chosen are not there yet. */
  opening: boolean;
  onClose: () => void;
  onContinue: () => void;
  onBack: () => void;
  onSend: () => void;
  onCancelSending: () => void;
}

/** The way back at the left, the way on at the right. */
function Actions(props: ActionsProps) {
  const { wizard, opening, onClose, onContinue, onBack, onSend, onCancelSending } = props;
  const sendButton = useRef<HTMLButtonElement>(null);
  if (wizard.step === 'done') {
    return (
      <Button variant="line" className="ml-auto" onClick={onClose}>
        Fechar
      </Button>
    );
  }
  if (wizard.step === 'upload') {
    return (
      <>
        <Button variant="ghost" className="lg:mr-auto lg:-ml-3.5" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="ink" busy={opening} busyLabel="Abrindo..." onClick={onContinue}>
          Continuar
          <ArrowRight size={18} className="-mr-1" />
        </Button>
      </>
    );
  }
  const sending = wizard.sending.state === 'sending';
  const { time } = wizard.form.when;
  return (
    <>
      {sending ? (
        <Button
          key="cancel"
          variant="ghost"
          className="lg:mr-auto lg:-ml-3.5"
          disabled={isSent(wizard)}
          onClick={() => {
            onCancelSending();
            // This button goes; the one beside it stays.
            sendButton.current?.focus();
          }}
        >
          Cancelar envio
        </Button>
      ) : (
        <Button
          key="back"
          variant="ghost"
          className="lg:mr-auto lg:-ml-3.5"
          icon={<ArrowLeft size={18} />}
          onClick={onBack}
        >
          Voltar
        </Button>
      )}
      <Button
        ref={sendButton}
        variant="ipe"
        busy={sending || opening}
        busyLabel={sending ? undefined : 'Abrindo...'}
        icon={<CalendarPlus size={18} />}
        onClick={onSend}
      >
        {time === '' ? 'Agendar' : `Agendar para ${time}`}
      </Button>
    </>
  );
}
