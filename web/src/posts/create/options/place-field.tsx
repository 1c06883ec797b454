import type { FoundPlace } from '@pontual/contract/instagram.ts';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Place } from '../form-rules.ts';
import { faultOfText, placeOfId, placeText, rowAfter } from './place-rules.ts';
import { PlaceList } from './place-list.tsx';
import { usePlaces } from './use-places.ts';

interface PlaceFieldProps {
  place: Place | null;
  /** Whether there is an account to search with. */
  connected: boolean;
  locked: boolean;
  onPlace: (place: Place | null) => void;
  /** Chosen among those that were found. */
  onFound?: (place: FoundPlace) => void;
}

function hintOf(searches: boolean, connected: boolean): string | undefined {
  if (searches) return undefined;
  const byId = 'informe o ID do local, que tem só números.';
  return connected
    ? `Esta conta não pode buscar locais pelo nome: ${byId}`
    : `Conecte o Instagram para buscar pelo nome, ou ${byId}`;
}

/** Where a post was made: searched by name where the account allows it, else told by its id. */
export function PlaceField({ place, connected, locked, onPlace, onFound }: PlaceFieldProps) {
  const id = useId();
  const search = usePlaces(connected);
  /** Null: the field shows the place. */
  const [written, setWritten] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [row, setRow] = useState<number | null>(null);
  const [left, setLeft] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const text = written ?? placeText(place);
  const searches = search.allowed;
  /** Of a text that is no place, nothing would be sent. */
  const isUnfinished = place === null && text.trim() !== '';
  const found = searches && isOpen ? search.foundFor(text) : undefined;

  const write = (next: string) => {
    setWritten(next);
    setLeft(false);
    setRow(null);
    setOpen(searches);
    if (searches) search.write(next);
    const named = searches ? null : placeOfId(next);
    if (named !== null || place !== null) onPlace(named);
  };
  const choose = (chosen: FoundPlace) => {
    setWritten(null);
    setOpen(false);
    setRow(null);
    onPlace({ id: chosen.id, name: chosen.name });
    onFound?.(chosen);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!searches || event.nativeEvent.isComposing) return;
    const next = rowAfter(event.key, row, found?.length ?? 0);
    const chosen = found?.[row ?? -1];
    if (next !== undefined) setRow(next);
    else if (event.key === 'ArrowDown') setOpen(true);
    else if (event.key === 'Enter') {
      if (chosen !== undefined) choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      setOpen(false);
      // What is around the field stays open.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setOpen(false);
        setLeft(true);
        // It was written while names could still be searched.
        const named = searches || !isUnfinished ? null : placeOfId(text);
        if (named !== null) onPlace(named);
      }}
    >
      <Field
        label={searches ? 'Local' : 'ID do local'}
        hint={hintOf(searches, connected)}
        error={left && isUnfinished ? faultOfText(text, searches) : undefined}
      >
        {(control) => (
          <div className="relative">
            <input
              {...control}
              ref={input}
              data-fault={isUnfinished || undefined}
              value={text}
              disabled={locked}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => write(event.target.value)}
              {...(searches
                ? {
                    role: 'combobox',
                    placeholder: 'Busque pelo nome',
                    'aria-autocomplete': 'list' as const,
                    'aria-expanded': (found?.length ?? 0) > 0,
                    'aria-controls': `${id}-list`,
                    'aria-activedescendant': row === null ? undefined : `${id}-${row}`,
                    onKeyDown,
                  }
                : { inputMode: 'numeric' as const, placeholder: 'Só números' })}
              className={cx(controlClass, text !== '' && 'pr-13')}
            />
            {text === '' || locked ? null : (
              <IconButton
                label="Limpar local"
                onClick={() => {
                  write('');
                  setOpen(false);
                  input.current?.focus();
                }}
                className="absolute top-1/2 right-[3px] -translate-y-1/2"
                icon={<X size={18} />}
              />
            )}
            {searches && isOpen ? (
              <PlaceList
                id={id}
                found={found}
                isSearching={search.isSearching(text)}
                failure={search.failure}
                row={row}
                onChoose={choose}
              />
            ) : null}
          </div>
        )}
      </Field>
    </div>
  );
}
