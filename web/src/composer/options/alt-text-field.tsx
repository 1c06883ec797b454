import { ALT_TEXT_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { controlClass, Field } from '../../ui/field.tsx';
import { cx } from '../../ui/cx.ts';
import type { FormFile } from '../form.rules.ts';
import { ItemPicker } from './item-picker.tsx';
import { listDescribable } from './option-fields.ts';

interface AltTextFieldProps {
  files: readonly FormFile[];
  type: MediaType;
  locked: boolean;
  onAltText: (url: string, text: string) => void;
}

const describedMark = { label: 'com texto', badge: <Check size={12} /> };
const markOf = ({ altText }: FormFile) => (altText.trim() === '' ? null : describedMark);

const number = new Intl.NumberFormat('pt-BR');

export function AltTextField({ files, type, locked, onAltText }: AltTextFieldProps) {
  const describableFiles = listDescribable(files, type);
  const [chosen, setChosen] = useState('');
  const file = describableFiles.find(({ url }) => url === chosen) ?? describableFiles[0];
  if (file === undefined) return null;
  const isOneOfMany = files.length > 1;
  return (
    <div className="grid gap-3">
      {describableFiles.length > 1 ? (
        <ItemPicker
          label="Foto a descrever"
          files={files}
          selectable={describableFiles}
          selectedUrl={file.url}
          getMark={markOf}
          onChoose={setChosen}
        />
      ) : null}
      <Field
        label={
          isOneOfMany ? `Texto alternativo do item ${files.indexOf(file) + 1}` : 'Texto alternativo'
        }
        aside={`${number.format(file.altText.length)} de ${number.format(ALT_TEXT_MAX)}`}
        hint="Para quem usa leitor de tela: diga em uma ou duas frases o que a foto mostra."
      >
        {(control) => (
          <textarea
            {...control}
            value={file.altText}
            maxLength={ALT_TEXT_MAX}
            disabled={locked}
            rows={2}
            onChange={(event) => onAltText(file.url, event.target.value)}
            className={cx(controlClass, 'field-sizing-content max-h-60 min-h-20! resize-none')}
          />
        )}
      </Field>
    </div>
  );
}
