import { passwordRules } from '@pontual/contract/identity/auth.ts';
import { Check, CircleDashed } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** No live region, because it would speak at every keystroke. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul aria-label="A senha precisa de" className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-xs">
      {passwordRules.map(({ label, isMet }) => {
        const isSatisfied = isMet(password);
        const Icon = isSatisfied ? Check : CircleDashed;
        return (
          <li
            key={label}
            className={cx(
              'inline-flex items-center gap-[5px]',
              isSatisfied ? 'font-semibold text-pub-text' : 'text-ink-3',
            )}
          >
            <Icon size={14} />
            {label}
            {isSatisfied ? <span className="sr-only">, feito</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
