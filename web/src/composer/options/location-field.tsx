import type { LocationResult } from '@pontual/contract/instagram/instagram.ts';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PostLocation } from '../form.rules.ts';
import {
  validateLocationText,
  parseLocationId,
  locationText,
  rowAfterKey,
} from './location.rules.ts';
import { LocationList } from './location-list.tsx';
import { useLocationSearch } from './use-location-search.ts';

interface LocationFieldProps {
  location: PostLocation | null;
  isConnected: boolean;
  locked: boolean;
  onLocation: (location: PostLocation | null) => void;
  onFoundChosen?: (location: LocationResult) => void;
}

function hintText(canSearch: boolean, isConnected: boolean): string | undefined {
  if (canSearch) return undefined;
  const byId = 'informe o ID do local, que tem só números.';
  return isConnected
    ? `Esta conta não pode buscar locais pelo nome: ${byId}`
    : `Conecte o Instagram para buscar pelo nome, ou ${byId}`;
}

/** Searches by name where the Instagram account allows it, otherwise takes an id. */
export function LocationField({
  location,
  isConnected,
  locked,
  onLocation,
  onFoundChosen,
}: LocationFieldProps) {
  const id = useId();
  const search = useLocationSearch(isConnected);
  /** Null while the field shows the chosen location. */
  const [draftText, setDraftText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [row, setRow] = useState<number | null>(null);
  const [hasBlurred, setBlurred] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const text = draftText ?? locationText(location);
  const canSearch = search.isAllowed;
  const isUnfinished = location === null && text.trim() !== '';
  const found = canSearch && isOpen ? search.resultsFor(text) : undefined;

  const write = (next: string) => {
    setDraftText(next);
    setBlurred(false);
    setRow(null);
    setOpen(canSearch);
    if (canSearch) search.setText(next);
    const locationById = canSearch ? null : parseLocationId(next);
    if (locationById !== null || location !== null) onLocation(locationById);
  };
  const choose = (chosen: LocationResult) => {
    setDraftText(null);
    setOpen(false);
    setRow(null);
    onLocation({ id: chosen.id, name: chosen.name });
    onFoundChosen?.(chosen);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!canSearch || event.nativeEvent.isComposing) return;
    const next = rowAfterKey(event.key, row, found?.length ?? 0);
    const chosen = found?.[row ?? -1];
    if (next !== undefined) setRow(next);
    else if (event.key === 'ArrowDown') setOpen(true);
    else if (event.key === 'Enter') {
      if (chosen !== undefined) choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      setOpen(false);
      // Otherwise the dialog around the field closes too.
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
        setBlurred(true);
        const locationById = canSearch || !isUnfinished ? null : parseLocationId(text);
        if (locationById !== null) onLocation(locationById);
      }}
    >
      <Field
        label={canSearch ? 'Local' : 'ID do local'}
        hint={hintText(canSearch, isConnected)}
        error={hasBlurred && isUnfinished ? validateLocationText(text, canSearch) : undefined}
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
              {...(canSearch
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
            {canSearch && isOpen ? (
              <LocationList
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
