import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { addNames } from './usernames.rules.ts';

interface TagNameFormProps {
  onName: (username: string) => void;
  onCancel: () => void;
}

const singleNameRule = { max: 1, tooMany: 'Marque uma pessoa por vez' };

export function TagNameForm({ onName, onCancel }: TagNameFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const { names, error: fault } = addNames([], text, singleNameRule);
    const [name] = names;
    if (fault === null && name !== undefined) onName(name);
    else setError(fault ?? 'Escreva o nome de usuário da pessoa');
  };
  return (
    <div className="mt-3 grid grid-cols-2 items-start gap-2 *:first:col-span-2 sm:grid-cols-[1fr_auto_auto] sm:*:first:col-span-1">
      <TextField
        ref={focusOn}
        label="Quem está aqui?"
        placeholder="@usuario"
        value={text}
        error={error}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') submit();
          else if (event.key === 'Escape') {
            onCancel();
            event.stopPropagation();
          } else return;
          event.preventDefault();
        }}
      />
      <Button variant="ghost" className="sm:mt-[26px]" onClick={onCancel}>
        Cancelar
      </Button>
      <Button variant="line" className="sm:mt-[26px]" onClick={submit}>
        Marcar
      </Button>
    </div>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
