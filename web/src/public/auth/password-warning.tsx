import { passwordRules } from '@pontual/contract/identity/auth.ts';
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
  const isAllowed = passwordRules.every(({ isMet }) => isMet(password));
  // Fetched only for whoever has chosen one: the list is longer than the rest of the form.
  useEffect(() => {
    if (!isAllowed) return;
    let isUnmounted = false;
    import('./password-strength/guessable.ts').then(
      (loaded) => isUnmounted || setIsGuessable(() => loaded.isGuessable),
      // A warning that does not come is none.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [isAllowed]);
  const isShown = isAllowed && isGuessable?.(password, email) === true;
  return (
    <p
      aria-live="polite"
      className={isShown ? 'mt-2 flex gap-1.5 text-xs text-warn-text' : 'sr-only'}
    >
      {isShown ? (
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
