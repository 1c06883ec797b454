import { passwordRules } from '@pontual/contract/identity/auth.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { isGuessable as IsGuessable } from './password-strength/guessable.ts';

/** Blocks nothing: only the rules of the specification decide. */
export function PasswordWarning({
  password,
  email,
}: {
  password: string;
  email?: string | undefined;
}) {
  const [isGuessable, setIsGuessable] = useState<typeof IsGuessable>();
  const isAllowed = passwordRules.every(({ isMet }) => isMet(password));
  // Only for a password that meets the rules: the word list is larger than the rest of the form.
  useEffect(() => {
    if (!isAllowed) return;
    let isUnmounted = false;
    import('./password-strength/guessable.ts').then(
      (loaded) => isUnmounted || setIsGuessable(() => loaded.isGuessable),
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
