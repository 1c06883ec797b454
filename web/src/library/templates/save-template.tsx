import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { nameFromCaption, TEMPLATE_FRAME_MAX } from '@pontual/contract/posts/template-text.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';

const loadEditor = () => import('./template-editor.tsx');

interface SaveTemplateProps {
  mediaType: MediaType;
  caption: string;
  altTexts: readonly (string | null)[];
  className?: string;
}

export function SaveTemplate({ mediaType, caption, altTexts, className }: SaveTemplateProps) {
  const { user } = useSession();
  const [editorModule, setEditorModule] = useState<Awaited<ReturnType<typeof loadEditor>> | null>(
    null,
  );
  const dialog = useDialogState();
  const frames = altTexts.flatMap((text) =>
    text === null || text.trim() === '' ? [] : [text.trim().slice(0, TEMPLATE_FRAME_MAX)],
  );
  const isEmpty = caption.trim() === '' && frames.length === 0;
  const canEdit = useCan('edit');
  if (!canEdit || user === null || !limitsByPlan[user.plan].customTemplates || isEmpty) return null;
  const open = () =>
    loadEditor().then(
      (module) => {
        setEditorModule(module);
        dialog.show(true);
      },
      () => showToast({ text: 'O formulário não carregou. Verifique sua conexão.', error: true }),
    );
  const close = dialog.close;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<BookmarkPlus size={16} />}
        aria-haspopup="dialog"
        className={className}
        onClick={() => void open()}
      >
        Salvar como modelo
      </Button>
      {editorModule === null ? null : (
        <editorModule.TemplateEditor
          key={dialog.key}
          open={dialog.open}
          initialContent={{
            name: nameFromCaption(caption) || 'Modelo sem nome',
            mediaType,
            caption,
            frames,
          }}
          id={null}
          nameOnly
          onClose={close}
          onSaved={({ name }) => {
            close();
            showToast({ text: `Modelo salvo: ${name}` });
          }}
        />
      )}
    </>
  );
}
