import { buttonClass } from '../ui/button.tsx';

/** Leaves the application: the sign-in begins at the server. */
export function GoogleButton() {
  return (
    <a
      href="/api/auth/google"
      className={buttonClass({ variant: 'line', size: 'lg', block: true })}
    >
      Continuar com Google
    </a>
  );
}
