import { ArrowLeft, Eye, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { BrasiliaClock } from '../ui/page/brasilia-clock.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SectionLevel } from '../ui/section-level.ts';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { Stepper } from './stepper.tsx';
import { usePreventStrayDrops } from './prevent-stray-drops.ts';
import type { Frame, Wizard } from './wizard-state.ts';

interface ComposerFrameProps {
  frame: Frame;
  open: boolean;
  onClose: () => void;
  step: Wizard['step'];
  initialFocus: RefObject<HTMLElement | null>;
  previewTitle: string;
  preview: ReactNode;
  footer: ReactNode;
  accountBar?: ReactNode;
  children: ReactNode;
}

const modalClass =
  'h-dvh bg-paper max-lg:rounded-none! lg:h-[min(880px,calc(100dvh-48px))] lg:max-w-[1120px]';

export function ComposerFrame(props: ComposerFrameProps) {
  const { frame, open, onClose, preview } = props;
  const previewDialog = useDialogState();
  usePreventStrayDrops(open);
  const content = (
    <>
      <FrameContent {...props} onShowPreview={() => previewDialog.show(true)} />
      <Dialog
        open={previewDialog.open}
        onOpenChange={previewDialog.close}
        title="Prévia do post"
        actions={
          <Button variant="line" onClick={previewDialog.close}>
            Fechar prévia
          </Button>
        }
      >
        <div className="pt-2">{preview}</div>
      </Dialog>
    </>
  );
  if (frame === 'page') {
    return <div className="h-dvh bg-paper">{content}</div>;
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Criar post"
      initialFocus={props.initialFocus}
      bare
      className={modalClass}
    >
      {content}
    </Dialog>
  );
}

const measureClass = 'mx-auto w-full max-w-[680px]';

function FrameContent(props: ComposerFrameProps & { onShowPreview: () => void }) {
  const { frame, step, previewTitle, preview, footer, children } = props;
  const isPage = frame === 'page';
  const Main = isPage ? 'main' : 'div';
  return (
    <div className="flex h-full flex-col">
      <FrameHeader {...props} />
      <div className="flex min-h-0 flex-1">
        <Main
          id={isPage ? 'conteudo' : undefined}
          tabIndex={isPage ? -1 : undefined}
          className="flex min-w-0 flex-1 flex-col shadow-none! outline-none!"
        >
          {props.accountBar}
          {/* The key resets the scroll position for each step. */}
          <div
            key={step}
            className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain px-4 pt-[22px] pb-8 lg:px-10 lg:pt-9"
          >
            {isPage ? (
              <SectionLevel value={2}>
                <div className={measureClass}>{children}</div>
              </SectionLevel>
            ) : (
              children
            )}
          </div>
          <footer className="shrink-0 border-t border-line px-3 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:px-10 lg:py-3.5">
            <div className={cx('flex items-center gap-2 max-lg:*:flex-1', isPage && measureClass)}>
              {footer}
            </div>
          </footer>
        </Main>
        <aside
          aria-label="Prévia do post"
          className={cx(
            'grid w-[360px] shrink-0 [align-content:safe_center] gap-[18px] overflow-y-auto border-l border-line bg-sunken p-5 max-lg:hidden',
            isPage ? 'xl:w-[476px]' : 'xl:w-[400px]',
          )}
        >
          <p className="text-center text-xs text-ink-3">{previewTitle}</p>
          {preview}
        </aside>
      </div>
    </div>
  );
}

function FrameHeader(props: ComposerFrameProps & { onShowPreview: () => void }) {
  const { frame, step, onClose, onShowPreview } = props;
  const isPage = frame === 'page';
  return (
    <header className="grid h-15 shrink-0 grid-cols-[48px_minmax(0,1fr)_48px] items-center border-b border-line px-1.5 lg:h-18 lg:grid-cols-[1fr_auto_1fr] lg:px-7">
      {isPage ? (
        <Button
          variant="ghost"
          icon={<ArrowLeft size={18} />}
          className="justify-self-start max-lg:hidden! lg:-ml-3.5"
          onClick={onClose}
        >
          Calendário
        </Button>
      ) : (
        <BrasiliaClock className="max-lg:hidden" />
      )}
      <IconButton
        label="Cancelar"
        icon={<X size={20} />}
        className={isPage ? 'lg:hidden!' : 'lg:order-last lg:-mr-3 lg:justify-self-end'}
        onClick={onClose}
      />
      <div className="justify-self-center">
        <Stepper current={step} />
      </div>
      <IconButton
        label="Ver prévia"
        icon={<Eye size={20} />}
        className="lg:hidden!"
        onClick={onShowPreview}
      />
      {isPage ? <BrasiliaClock className="justify-self-end max-lg:hidden" /> : null}
    </header>
  );
}
