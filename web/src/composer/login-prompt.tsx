import { MessageDialog } from '../ui/message-dialog.tsx';
import type { DraftLockResult } from './draft-store/draft-lock.ts';
import type { SubmitMode } from './wizard-state.ts';

const SAVED_TEXT =
  'O que você escolheu e escreveu fica guardado neste navegador e espera por você aqui.';
const NOT_SAVED_TEXT: Record<DraftLockResult, string> = {
  own: 'Este post ainda está sendo guardado neste navegador. Espere um instante antes de sair daqui.',
  elsewhere:
    'Outra aba já guarda um post deste navegador, e só um fica guardado. Entre por lá, ou terá que refazer este depois.',
  none: 'Este navegador não guarda o que você fez aqui. Se você entrar agora, terá que refazer este post depois.',
};

export function LoginPrompt(props: {
  submitMode: SubmitMode | null;
  draftLock: DraftLockResult;
  isSaved: boolean;
  onDismiss: () => void;
  onLogIn: () => void;
  onRegister: () => void;
}) {
  const { submitMode, draftLock, isSaved, onDismiss, onLogIn, onRegister } = props;
  return (
    <MessageDialog
      tone="login"
      message={
        submitMode && {
          title: submitMode === 'draft' ? 'Entre para salvar o rascunho' : 'Entre para agendar',
          text: isSaved ? SAVED_TEXT : NOT_SAVED_TEXT[draftLock],
        }
      }
      onClose={onDismiss}
      choices={[
        { label: 'Entrar', onChoose: onLogIn },
        { label: 'Criar conta grátis', onChoose: onRegister },
      ]}
    />
  );
}
