import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import { CAPTION_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import { mediaTypes } from '@pontual/contract/posts/posts.ts';
import { TEMPLATE_NAME_MAX } from '@pontual/contract/posts/template-text.ts';
import {
  templateContent,
  type CustomTemplate,
  type TemplateContent,
} from '@pontual/contract/posts/templates.ts';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormDialog } from '../../ui/page/form-dialog.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useSaveTemplate } from './templates-queries.ts';

const names = ['name', 'mediaType', 'caption', 'frames'] as const;
type FormValues = Record<(typeof names)[number], string>;

const validateContent = createValidator(templateContent);

/** `frames` holds one picture per line. */
function validate({ frames, ...values }: FormValues) {
  const lines = frames.split('\n').filter((line) => line.trim() !== '');
  return validateContent({ ...values, frames: lines });
}

interface TemplateEditorProps {
  open: boolean;
  initialContent: TemplateContent;
  /** Null creates a template. */
  id: string | null;
  /** Asks only for a name, for a template from an existing post. */
  nameOnly?: boolean;
  onClose: () => void;
  onSaved: (template: CustomTemplate) => void;
  focusAfter?: () => HTMLElement | null;
}

const editorTitle = ({
  id,
  nameOnly = false,
}: Pick<TemplateEditorProps, 'id' | 'nameOnly'>): string =>
  nameOnly ? 'Salvar como modelo' : id === null ? 'Novo modelo' : 'Editar modelo';

/** The caller remounts it with a new key at each opening. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { open, initialContent, id, nameOnly = false, onClose, onSaved, focusAfter } = props;
  const first = useRef<HTMLInputElement>(null);
  const saveTemplate = useSaveTemplate(id);
  const initialValues: FormValues = { ...initialContent, frames: initialContent.frames.join('\n') };
  const form = useForm<FormValues, TemplateContent>(initialValues, validate);
  const isBusy = form.state !== 'editing';
  const [closing, setClosing] = useState(false);
  // A name alone does not need a confirmation before it is discarded.
  const hasUnsavedChanges =
    open && !nameOnly && names.some((name) => form.values[name] !== initialValues[name]);
  const requestClose = () => {
    if (hasUnsavedChanges) setClosing(true);
    else onClose();
  };
  const fieldErrors = names.map((name) => form.field(name).error);
  const hiddenError = nameOnly
    ? fieldErrors.slice(1).find((fault) => fault !== undefined)
    : undefined;
  return (
    <FormDialog
      open={open}
      onClose={requestClose}
      title={editorTitle(props)}
      description={
        nameOnly
          ? 'Guardamos o tipo, a legenda e o roteiro. As fotos e os vídeos ficam no post.'
          : 'O que estiver entre chaves, como {produto}, será perguntado quando você usar o modelo.'
      }
      focusFirst={first}
      focusAfter={focusAfter}
      className={nameOnly ? undefined : 'lg:max-w-[600px]!'}
      form={{ ...form, failure: hiddenError ?? form.failure }}
      send={async (body) => onSaved(await saveTemplate.mutateAsync(body))}
      fallback="Não foi possível salvar o modelo. Tente de novo."
      actionLabel="Salvar modelo"
      busyLabel="Salvando..."
      variant="ink"
    >
      <TextField
        {...form.field('name')}
        ref={first}
        label="Nome do modelo"
        maxLength={TEMPLATE_NAME_MAX}
        autoComplete="off"
        readOnly={isBusy}
      />
      {nameOnly ? null : <ContentFields form={form} />}
      {hasUnsavedChanges ? (
        <LeaveGuard
          text={leaveTexts}
          isClosing={closing}
          isLostOnUnload
          onStay={() => setClosing(false)}
          onLeave={onClose}
        />
      ) : null}
    </FormDialog>
  );
}

const leaveTexts = {
  title: 'Descartar este modelo?',
  text: 'O que você escreveu ainda não foi salvo e será perdido.',
  stayLabel: 'Continuar editando',
  leaveLabel: 'Descartar',
  losesWork: true,
};

function ContentFields({
  form,
}: {
  form: ReturnType<typeof useForm<FormValues, TemplateContent>>;
}) {
  const { error: typeError, ...mediaType } = form.field('mediaType');
  const { error: captionError, required: _caption, ...caption } = form.field('caption');
  const isStory = form.values.mediaType === 'STORIES';
  const warning = isStory ? undefined : hashtagIssue(caption.value);
  const { error: framesError, required: _frames, ...frames } = form.field('frames');
  return (
    <>
      <Field label="Tipo de post" error={typeError}>
        {(control) => (
          <span className="relative block">
            <select
              {...mediaType}
              {...control}
              className={cx(controlClass, 'appearance-none pr-11')}
            >
              {mediaTypes.map((type) => (
                <option key={type} value={type}>
                  {mediaTypeNames[type]}
                </option>
              ))}
            </select>
            <ChevronDown
              size={18}
              className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2"
            />
          </span>
        )}
      </Field>
      <Field
        label="Legenda"
        aside={`até ${CAPTION_MAX.toLocaleString('pt-BR')} caracteres`}
        hint={warning === undefined ? undefined : <span className="text-warn-text">{warning}</span>}
        error={captionError}
      >
        {(control) => (
          <textarea
            {...caption}
            {...control}
            rows={7}
            className={cx(controlClass, 'block resize-y')}
          />
        )}
      </Field>
      <Field label="Roteiro das imagens" hint="Uma imagem ou cena por linha." error={framesError}>
        {(control) => (
          <textarea
            {...frames}
            {...control}
            rows={3}
            className={cx(controlClass, 'block resize-y')}
          />
        )}
      </Field>
    </>
  );
}
