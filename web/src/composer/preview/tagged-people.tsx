import { User } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import type { PositionedTag } from '../form.rules.ts';
import { layoutLabels, listUnpositioned } from './tag-layout.ts';

const labelClass = 'bg-[rgb(18_18_18/.82)] text-[#fff]';

interface TaggedPeopleProps {
  tags: readonly PositionedTag[];
  /** Places the button at the top, because the text of a reel is at the bottom. */
  isAtTop: boolean;
}

export function TaggedPeople({ tags, isAtTop }: TaggedPeopleProps) {
  const [isOpen, setOpen] = useState(false);
  if (tags.length === 0) return null;
  const unpositioned = listUnpositioned(tags);
  return (
    <>
      <button
        type="button"
        aria-label="Pessoas marcadas"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          'absolute left-2.5 z-10 grid size-7 place-items-center rounded-full before:absolute before:-inset-2',
          labelClass,
          isAtTop ? 'top-12' : 'bottom-2.5',
        )}
      >
        <User size={14} fill="currentColor" />
      </button>
      {isOpen ? (
        <ul aria-label="Pessoas marcadas" className="pointer-events-none absolute inset-0">
          {layoutLabels(tags).map(({ username, left, top, shift, isAbove }) => (
            <li
              key={username}
              style={{
                left: `${left}%`,
                top: `${top}%`,
                translate: `-${shift}% ${isAbove ? '-100%' : '0'}`,
              }}
              className="absolute"
            >
              <span
                style={{ left: `clamp(14px, ${shift}%, calc(100% - 14px))` }}
                className={cx(
                  'absolute size-2.5 -translate-x-1/2 rotate-45 bg-[rgb(18_18_18/.82)]',
                  isAbove ? 'bottom-1' : 'top-1',
                )}
              />
              <span
                className={cx(
                  'relative my-2 block rounded-sm px-2.5 py-1.5 leading-none font-semibold whitespace-nowrap',
                  labelClass,
                )}
              >
                {username}
              </span>
            </li>
          ))}
          {unpositioned.length === 0 ? null : (
            <li
              className={cx(
                'absolute left-12 max-w-[60%] rounded-md px-2.5 py-1.5 font-semibold wrap-anywhere',
                labelClass,
                isAtTop ? 'top-12' : 'bottom-2.5',
              )}
            >
              {unpositioned.join(', ')}
            </li>
          )}
        </ul>
      ) : null}
    </>
  );
}
