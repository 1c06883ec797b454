import { Trash2, Pencil, X } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { IfAllowed } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Template } from './template.ts';
import { TemplateView } from './template-view.tsx';

export const templateDialogClass =
  'outline-none! shadow-dialog! flex max-h-[94dvh] flex-col bg-surface lg:h-[min(700px,calc(100dvh-64px))] lg:max-w-[980px]';

interface TemplateDialogProps {
  template: Template;
  open: boolean;
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfter?: () => HTMLElement | null;
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

export function TemplateDialog(props: TemplateDialogProps) {
  const { template, open, onClose, focusAfter, onEdit, onDelete } = props;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Detalhes do modelo"
      initialFocus={heading}
      finalFocus={focusAfter}
      bare
      className={templateDialogClass}
    >
      <TemplateView
        key={template.id}
        template={template}
        heading={heading}
        cornerAction={
          <IconButton
            label="Fechar modelo"
            icon={<X size={20} />}
            className="-mr-3 ml-auto"
            onClick={onClose}
          />
        }
        renderActions={(caption) => (
          <>
            {onDelete === undefined ? null : (
              <Button
                variant="danger"
                icon={<Trash2 size={16} />}
                aria-haspopup="dialog"
                className="lg:mr-auto"
                onClick={onDelete}
              >
                Excluir
              </Button>
            )}
            <Button variant="ghost" className="max-lg:hidden!" onClick={onClose}>
              Fechar
            </Button>
            {onEdit === undefined ? null : (
              <Button
                variant="line"
                icon={<Pencil size={16} />}
                aria-haspopup="dialog"
                onClick={onEdit}
              >
                Editar
              </Button>
            )}
            <IfAllowed permission="edit">
              <Button
                variant="ipe"
                onClick={() => {
                  const { mediaType } = template;
                  void navigate(paths.createPost, { state: { mediaType, caption } });
                }}
              >
                Usar modelo
              </Button>
            </IfAllowed>
          </>
        )}
      />
    </Dialog>
  );
}
