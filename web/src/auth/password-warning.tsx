import { passwordRules } from '@pontual/contract/auth.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { isGuessable as IsGuessable } from './password-strength/guessable.ts';

/**
 * Says that a password which keeps the rules is a common one all the same. It refuses nothing: the
 * specification's rules alone decide.
 */
export function PasswordWarning({
  password,
  email,
}: {
  password: string;
  email?: string | undefined;
}) {
  const [isGuessable, setIsGuessable] = useState<typeof IsGuessable>();
  const isAllowed = passwordRules.every(({ holds }) => holds(password));
  // Fetched only for whoever has chosen one: the list is longer than the rest of the form.
  useEffect(() => {
    if (!isAllowed) return;
    let left = false;
    import('./password-strength/guessable.ts').then(
      (loaded) => left || setIsGuessable(() => loaded.isGuessable),
      // A warning that does not come is none.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [isAllowed]);
  const warned = isAllowed && isGuessable?.(password, email) === true;
  return (
    <p
      aria-live="polite"
      className={warned ? 'mt-2 flex gap-1.5 text-xs text-warn-text' : 'sr-only'}
    >
      {warned ? (
        <>
          <TriangleAlert size={14} className="mt-px shrink-0" />
          <span className="text-pretty">
            Esta senha é muito usada e fácil de adivinhar. Prefira três palavras que só você
            juntaria.
          </span>
        </>
      ) : null}
    </p>
  );
}
