import { Eye, X } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { BrasiliaClock } from '../../shell/brasilia-clock.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stepper } from './stepper.tsx';
import { useStrayDrops } from './stray-drops.ts';
import type { Wizard } from './wizard.ts';

interface ComposerFrameProps {
  open: boolean;
  onClose: () => void;
  step: Wizard['step'];
  initialFocus: RefObject<HTMLElement | null>;
  preview: ReactNode;
  /** Between the form and the actions, always in sight. */
  notice: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** Dimmed while another dialog asks something over it. */
const look =
  'relative h-dvh bg-paper after:pointer-events-none after:absolute after:inset-0 after:z-20 after:bg-scrim after:opacity-0 after:transition-opacity data-nested-dialog-open:after:opacity-100 max-lg:rounded-none! lg:h-[min(880px,calc(100dvh-48px))] lg:max-w-[1120px]';

/** The composer as a dialog: head with the steps, form, preview beside it, actions below. */
export function ComposerFrame(props: ComposerFrameProps) {
  const { open, onClose, step, initialFocus, preview, notice, footer, children } = props;
  const [peeking, setPeeking] = useState(false);
  useStrayDrops(open);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Criar post"
      initialFocus={initialFocus}
      bare
      className={look}
    >
      <div className="flex h-full flex-col">
        <header className="grid h-15 shrink-0 grid-cols-[48px_minmax(0,1fr)_48px] items-center border-b border-line px-1.5 lg:h-18 lg:grid-cols-[1fr_auto_1fr] lg:pr-4 lg:pl-7">
          <BrasiliaClock className="max-lg:hidden" />
          <IconButton
            label="Cancelar"
            icon={<X size={20} />}
            className="lg:order-last lg:justify-self-end"
            onClick={onClose}
          />
          <div className="justify-self-center">
            <Stepper current={step} />
          </div>
          <IconButton
            label="Ver prévia"
            icon={<Eye size={20} />}
            className="lg:hidden!"
            onClick={() => setPeeking(true)}
          />
        </header>
        <div className="flex min-h-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col">
            {/* A new step begins at its top. */}
            <div
              key={step}
              className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain px-4 pt-[22px] pb-8 lg:px-10 lg:pt-9"
            >
              {children}
            </div>
            {notice}
            <footer className="flex shrink-0 items-center gap-2 border-t border-line px-3 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] max-lg:*:flex-1 lg:px-10 lg:py-3.5">
              {footer}
            </footer>
          </div>
          <aside
            aria-label="Prévia do post"
            className="grid w-[360px] shrink-0 [align-content:safe_center] gap-[18px] overflow-y-auto border-l border-line bg-sunken p-5 max-lg:hidden xl:w-[400px]"
          >
            <p className="text-center text-xs text-ink-3">Prévia ao vivo</p>
            {preview}
          </aside>
        </div>
      </div>
      <Dialog
        open={peeking}
        onOpenChange={setPeeking}
        title="Prévia do post"
        actions={
          <Button variant="line" onClick={() => setPeeking(false)}>
            Fechar prévia
          </Button>
        }
      >
        <div className="pt-2">{preview}</div>
      </Dialog>
    </Dialog>
  );
}
