import { Alert } from '../../ui/alert.tsx';
import type { DraftLockResult } from './draft-lock.ts';

const textByLock: Record<DraftLockResult, string | null> = {
  own: null,
  elsewhere:
    'Outra aba já guarda um post seu, e só um fica guardado. O que você fizer aqui se perde ao fechar ou recarregar a página.',
  none: 'Este navegador não guarda o que você faz aqui: fechar ou recarregar a página perde este post.',
};

export function NotSavedNotice({ draftLock }: { draftLock: DraftLockResult }) {
  const text = textByLock[draftLock];
  if (text === null) return null;
  return (
    <Alert tone="info" live className="mb-5">
      {text}
    </Alert>
  );
}
