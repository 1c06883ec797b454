import type { ReactNode } from 'react';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ResendVerificationButton } from './resend-verification-button.tsx';

/** `purpose` follows “Confirme seu e-mail para”. The server refuses with EMAIL_NOT_VERIFIED. */
export function IfEmailVerified({ purpose, children }: { purpose: string; children: ReactNode }) {
  const { user } = useSession();
  if (user?.isEmailVerified !== false) return children;
  return (
    <Alert tone="info" className="flex-wrap" action={<ResendVerificationButton />}>
      Confirme seu e-mail para {purpose}: abra o link que enviamos para ele.
    </Alert>
  );
}
