import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import {
  addNames,
  namesAnnouncement,
  handleNameKey,
  typeName,
  type NamesInput,
  type NamesRule,
} from './usernames.rules.ts';

interface NamesFieldProps {
  label: string;
  aside?: string;
  hint?: string;
  names: readonly string[];
  rule: NamesRule;
  locked: boolean;
  onNames: (names: readonly string[]) => void;
}

export function NamesField(props: NamesFieldProps) {
  const { label, aside, hint, names, rule, locked, onNames } = props;
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const apply = (next: NamesInput) => {
    setText(next.text);
    setError(next.error);
    setAnnouncement(namesAnnouncement(names, next.names));
    if (next.names.join() !== names.join()) onNames(next.names);
  };

  return (
    <Field label={label} aside={aside} hint={hint} error={error ?? undefined}>
      {(control) => (
        <div
          className={cx(
            'flex min-h-12 flex-wrap items-center gap-1.5 rounded-field border-[1.5px] px-2 py-[5px] has-[input:focus-visible]:shadow-[0_0_0_3px_var(--focus-halo)] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-(--focus-line) lg:min-h-11',
            error === null ? 'border-line-strong' : 'border-bad',
            locked ? 'border-line bg-sunken text-ink-3' : 'bg-surface',
          )}
        >
          {names.length === 0 ? null : (
            <ul aria-label={`${label}: escolhidos`} className="contents">
              {names.map((name) => (
                <Chip
                  key={name}
                  name={name}
                  locked={locked}
                  onRemove={() => {
                    apply({ names: names.filter((other) => other !== name), text, error: null });
                    input.current?.focus();
                  }}
                />
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            data-fault={text !== '' || undefined}
            value={text}
            disabled={locked}
            placeholder={names.length === 0 ? '@usuario' : undefined}
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => apply(typeName(names, event.target.value, rule))}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (!/[\s,;]/.test(pasted.trim())) return;
              event.preventDefault();
              apply(addNames(names, `${text} ${pasted}`, rule));
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const next = handleNameKey(event.key, { names, text }, rule);
              if (next === null) return;
              event.preventDefault();
              apply(next);
            }}
            onBlur={() => {
              if (text !== '') apply(addNames(names, text, rule));
            }}
            className="min-h-[30px] min-w-10 grow field-sizing-content bg-transparent px-1.5 text-base leading-[1.4] shadow-none! outline-none! max-lg:text-[16px]"
          />
          <output className="sr-only">{error ?? announcement}</output>
        </div>
      )}
    </Field>
  );
}

function Chip(props: { name: string; locked: boolean; onRemove: () => void }) {
  const { name, locked, onRemove } = props;
  return (
    <li className="inline-flex min-h-[30px] max-w-full items-center rounded-full bg-sunken pl-[11px] text-xs font-semibold">
      <span className={cx('truncate', locked && 'pr-[11px]')}>@{name}</span>
      {locked ? null : (
        <button
          type="button"
          aria-label={`Remover @${name}`}
          onClick={onRemove}
          className="relative grid size-[30px] shrink-0 place-items-center rounded-full text-ink-2 before:absolute before:-inset-[7px] hover:bg-hover hover:text-ink lg:before:inset-0"
        >
          <X size={14} />
        </button>
      )}
    </li>
  );
}
