import { LogIn } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useLastValue } from '../ui/use-last-value.ts';
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
  const lastMode = useLastValue(submitMode);
  return (
    <Dialog
      open={submitMode !== null}
      onOpenChange={onDismiss}
      title={lastMode === 'draft' ? 'Entre para salvar o rascunho' : 'Entre para agendar'}
      icon={<LogIn size={22} />}
      iconTone="ipe"
      description={isSaved ? SAVED_TEXT : NOT_SAVED_TEXT[draftLock]}
    >
      <div className="mt-5 grid gap-2">
        <Button variant="ipe" size="lg" block onClick={onLogIn}>
          Entrar
        </Button>
        <Button variant="line" block onClick={onRegister}>
          Criar conta grátis
        </Button>
        <Button variant="ghost" block onClick={onDismiss}>
          Voltar ao Formulário
        </Button>
      </div>
    </Dialog>
  );
}
