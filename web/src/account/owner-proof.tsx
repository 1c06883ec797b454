import type { ComponentProps } from 'react';
import { GoogleButton } from '../public/auth/google-button.tsx';
import { isInAppBrowser } from '../public/auth/in-app-browser.ts';
import { PasswordField } from '../ui/field.tsx';

/** Without a password, a Google sign-in of the last ten minutes is the proof; it returns to `returnTo`. */
export function OwnerProof({
  hasPassword,
  returnTo = '/account',
  label = 'Sua senha',
  ...field
}: {
  hasPassword: boolean;
  returnTo?: string;
  label?: string;
} & Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>) {
  if (hasPassword) {
    return <PasswordField label={label} autoComplete="current-password" {...field} />;
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm text-pretty text-ink-2">
        Sua conta não tem senha. Para confirmar que é você, entre de novo com o Google e continue{' '}
        {isInAppBrowser(navigator.userAgent) ? 'no navegador' : 'aqui'} em até 10 minutos.
      </p>
      <GoogleButton to={returnTo} />
    </div>
  );
}
