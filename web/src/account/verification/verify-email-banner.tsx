import type { User } from '@pontual/contract/identity/auth.ts';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ResendVerificationButton } from './resend-verification-button.tsx';

/** Until the address is verified, or put away for this visit: everything but emails and access for others works. */
export function VerifyEmailBanner({ user }: { user: User }) {
  const [isPutAway, setIsPutAway] = useState(false);
  if (isPutAway) return null;
  return (
    <Alert
      tone="info"
      className="mb-4 flex-wrap items-center! py-2! lg:mb-6"
      action={
        <div className="flex flex-wrap gap-2">
          <ResendVerificationButton />
          <Button variant="ghost" size="sm" onClick={() => setIsPutAway(true)}>
            Dispensar
          </Button>
        </div>
      }
    >
      <b>Confirme seu e-mail.</b> Sem isso não podemos avisar você. O link está em{' '}
      <span className="wrap-anywhere">{user.email}</span>.
    </Alert>
  );
}
