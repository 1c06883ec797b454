import type { User } from '@pontual/contract/identity/auth.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { ownerOf, readDraft } from './draft-records.ts';

interface ResumePostNoticeProps {
  user: User;
  className?: string;
}

export function ResumePostNotice({ user, className }: ResumePostNoticeProps) {
  const owner = ownerOf(user);
  const [isAwaitingAccount] = useState(() => readDraft(owner)?.isAwaitingAccount === true);
  if (!isAwaitingAccount) return null;
  const connected = user.instagramAccountId !== null;
  return (
    <Alert
      tone="info"
      className={className}
      action={
        <Link to={paths.createPost} className="text-link shrink-0">
          {connected ? 'Agendar o post' : 'Voltar ao post'}
        </Link>
      }
    >
      {connected
        ? 'O post que você começou está guardado neste navegador e ainda não foi agendado.'
        : 'O post que você começou está guardado neste navegador. Conecte o Instagram para agendar.'}
    </Alert>
  );
}
