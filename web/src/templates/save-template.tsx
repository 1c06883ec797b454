import type { MediaType } from '@pontual/contract/posts.ts';
import { nameFromCaption, TEMPLATE_FRAME_MAX } from '@pontual/contract/template-text.ts';
import { limitsByPlan } from '@pontual/contract/plans.ts';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/may.tsx';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

const load = () => import('./template-editor.tsx');

interface SaveTemplateProps {
  mediaType: MediaType;
  caption: string;
  /** What is said of each picture. */
  altTexts: readonly (string | null)[];
  className?: string;
}

/** Makes a template of a post in two presses; on Premium, and where there is something to keep. */
export function SaveTemplate({ mediaType, caption, altTexts, className }: SaveTemplateProps) {
  const { user } = useSession();
  const [form, setForm] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  // Each opening begins anew.
  const [asked, setAsked] = useState({ opening: 0, open: false });
  const [said, setSaid] = useState('');
  const frames = altTexts.flatMap((text) =>
    text === null || text.trim() === '' ? [] : [text.trim().slice(0, TEMPLATE_FRAME_MAX)],
  );
  const isEmpty = caption.trim() === '' && frames.length === 0;
  const may = useMay('edit');
  if (!may || user === null || !limitsByPlan[user.plan].customTemplates || isEmpty) return null;
  const open = () =>
    load().then(
      (module) => {
        setForm(module);
        setAsked(({ opening }) => ({ opening: opening + 1, open: true }));
      },
      () => showToast({ text: 'O formulário não carregou. Verifique sua conexão.', error: true }),
    );
  const close = () => setAsked((last) => ({ ...last, open: false }));
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
      {form === null ? null : (
        <form.TemplateEditor
          key={asked.opening}
          open={asked.open}
          begin={{
            name: nameFromCaption(caption) || 'Modelo sem nome',
            mediaType,
            caption,
            frames,
          }}
          id={null}
          nameOnly
          onClose={close}
          onKept={({ name }) => {
            close();
            const text = `Modelo salvo: ${name}`;
            setSaid(text);
            showToast({ text });
          }}
        />
      )}
      {/* Over a dialog the toast is seen, and not heard. */}
      <output className="sr-only">{said}</output>
    </>
  );
}
