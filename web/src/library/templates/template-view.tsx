import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { fillTemplate, type FieldValues } from '@pontual/contract/posts/template-text.ts';
import { Copy } from 'lucide-react';
import { useId, useState, type ReactNode, type RefObject } from 'react';
import { MediaTypeIcon } from '../../posts/media-type-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { describeTemplate, fieldLabel, type Template } from './template.ts';
import { TemplateText } from './template-text.tsx';

interface TemplateViewProps {
  template: Template;
  heading: RefObject<HTMLHeadingElement | null>;
  cornerAction: ReactNode;
  renderActions: (caption: string) => ReactNode;
}

export function TemplateView({
  template,
  heading,
  cornerAction,
  renderActions,
}: TemplateViewProps) {
  const [filling, setFilling] = useState<FieldValues>({});
  const caption = fillTemplate(template.caption, filling);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain lg:grid lg:grid-cols-[minmax(0,1fr)_420px] lg:overflow-hidden">
        <div className="flex min-h-0 flex-col">
          <Head template={template} heading={heading} cornerAction={cornerAction} />
          <section
            // A region that scrolls is reached by the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label="Campos do modelo"
            className="min-h-0 px-[18px] pt-4 pb-5 -outline-offset-2! lg:flex-1 lg:overflow-y-auto lg:px-7 lg:pt-5"
          >
            <Fields template={template} filling={filling} onFilling={setFilling} />
          </section>
        </div>
        <section
          // As above.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="O post com este modelo"
          className="grid content-start gap-7 bg-sunken px-[18px] py-5 -outline-offset-2! lg:min-h-0 lg:overflow-y-auto lg:px-6 lg:py-5"
        >
          <Caption template={template} filling={filling} caption={caption} />
          <Frames template={template} filling={filling} />
        </section>
      </div>
      <footer className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-3.5 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] max-lg:flex-wrap max-lg:*:flex-1 lg:px-5 lg:py-3.5">
        {renderActions(caption)}
      </footer>
    </>
  );
}

type HeadProps = Pick<TemplateViewProps, 'template' | 'heading' | 'cornerAction'>;

function Head({ template, heading, cornerAction }: HeadProps) {
  const { title, mediaType } = template;
  return (
    <header className="border-b border-line px-[18px] pt-2 pb-3 lg:px-7 lg:pt-4 lg:pb-[18px]">
      <div className="flex items-center gap-x-3 text-sm text-ink-3">
        <span className="inline-flex items-center gap-[5px] whitespace-nowrap">
          <MediaTypeIcon type={mediaType} size={15} />
          {mediaTypeNames[mediaType]}
        </span>
        <span className="truncate">{describeTemplate(template) ?? 'Meu modelo'}</span>
        {cornerAction}
      </div>
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-1 h-dialog text-balance wrap-anywhere shadow-none! outline-none! lg:mt-2"
      >
        {title}
      </h2>
    </header>
  );
}

interface FieldsProps {
  template: Template;
  filling: FieldValues;
  onFilling: (filling: FieldValues) => void;
}

function Fields({ template, filling, onFilling }: FieldsProps) {
  const { fields } = template;
  if (fields.length === 0) {
    return (
      <p className="text-pretty text-ink-2">
        Nada a completar: este modelo já está pronto. Na legenda do post, mude o que quiser.
      </p>
    );
  }
  return (
    <fieldset aria-label="Completar o modelo" className="min-w-0">
      <p className="mb-4 text-sm text-pretty text-ink-2">
        Complete e veja a legenda mudar. O que ficar em branco vai entre chaves, para você terminar
        depois.
      </p>
      <div className="grid gap-x-3 gap-y-3.5 sm:grid-cols-2">
        {fields.map(({ name, example }) => (
          <TextField
            key={name}
            label={fieldLabel(name)}
            placeholder={example === undefined ? undefined : `Ex.: ${example}`}
            autoComplete="off"
            value={filling[name] ?? ''}
            onChange={({ target }) => onFilling({ ...filling, [name]: target.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Caption(props: { template: Template; filling: FieldValues; caption: string }) {
  const { template, filling, caption } = props;
  const id = useId();
  if (template.caption === '') return null;
  const copy = () =>
    navigator.clipboard.writeText(caption).then(
      () => showToast({ text: 'Legenda copiada' }),
      () => showToast({ text: 'O navegador não deixou copiar. Selecione o texto.', error: true }),
    );
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 id={id} className="h-card">
          {template.mediaType === 'STORIES' ? 'Texto da imagem' : 'Legenda'}
        </h3>
        <Button variant="ghost" size="sm" icon={<Copy size={15} />} onClick={() => void copy()}>
          Copiar
        </Button>
      </div>
      <p className="rounded-md border border-line bg-surface p-4 leading-[1.6] wrap-anywhere whitespace-pre-line">
        <TemplateText text={template.caption} filling={filling} />
      </p>
      {template.mediaType === 'STORIES' ? (
        <p className="mt-2 text-xs text-pretty text-ink-3">
          O Instagram não mostra legenda em Stories: escreva este texto na própria imagem.
        </p>
      ) : null}
    </section>
  );
}

function Frames({ template, filling }: { template: Template; filling: FieldValues }) {
  const id = useId();
  const { frames, mediaType } = template;
  if (frames.length === 0) return null;
  const isVideo = mediaType === 'REELS' || mediaType === 'VIDEO';
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="h-card">
        {isVideo ? 'O que mostrar em cada cena' : 'O que vai em cada imagem'}
      </h3>
      <ol className="mt-3.5 grid gap-3">
        {frames.map((frame, index) => (
          <li key={index} className="flex items-start gap-3 text-sm leading-[1.45]">
            <span
              aria-hidden="true"
              className="tnum grid size-7 shrink-0 place-items-center rounded-full border-[1.5px] border-line-strong text-xs font-semibold"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-1 text-pretty wrap-anywhere">
              <TemplateText text={frame} filling={filling} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
