import type { LeaveDialogText } from '../../ui/page/leave-guard.tsx';
import type { ChangePhase } from './use-post-change.ts';

export interface UnsavedWork {
  kind: 'file' | 'files' | 'caption' | 'post';
  /** Whether the file is being uploaded before the form. */
  isUploading: boolean;
}

const workTexts = {
  file: {
    unsaved: 'O arquivo que você escolheu ainda não foi salvo e será perdido',
    uploading: 'O arquivo ainda está sendo enviado',
    uploaded: 'O arquivo já foi enviado e o post está sendo atualizado',
  },
  files: {
    unsaved: 'Os arquivos que você escolheu ainda não foram salvos e serão perdidos',
    uploading: 'Os arquivos ainda estão sendo enviados',
    uploaded: 'Os arquivos já foram enviados e o post está sendo atualizado',
  },
  caption: {
    unsaved: 'O texto que você escreveu ainda não foi salvo e será perdido',
    uploading: 'A legenda ainda está sendo enviada',
    uploaded: 'A legenda já foi enviada e o post está sendo atualizado',
  },
  post: {
    unsaved: 'O que você mudou ainda não foi salvo e será perdido',
    uploading: 'O que você mudou ainda está sendo enviado',
    uploaded: 'O que você mudou já foi enviado e o post está sendo atualizado',
  },
} as const;

export function leaveGuardText(
  { kind, isUploading }: UnsavedWork,
  phase: ChangePhase,
): LeaveDialogText {
  const texts = workTexts[kind];
  const sending = phase.state === 'sending';
  if (sending && phase.fraction >= 1) {
    return {
      title: 'Sair antes do fim?',
      text: `${texts.uploaded}. Se você sair agora, avisamos quando terminar.`,
      stayLabel: 'Continuar aqui',
      leaveLabel: 'Sair',
      losesWork: false,
    };
  }
  const discardText = {
    title: 'Descartar esta mudança?',
    leaveLabel: 'Descartar',
    losesWork: true,
  };
  return sending || isUploading
    ? {
        ...discardText,
        text: `${texts.uploading}. Se você sair agora, o envio para e o post continua como está.`,
        stayLabel: 'Continuar enviando',
      }
    : {
        ...discardText,
        text: `${texts.unsaved}. O post continua como está.`,
        stayLabel: 'Continuar editando',
      };
}
