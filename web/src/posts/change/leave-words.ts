import type { LeaveWords } from '../create/leave-guard.tsx';
import type { ChangePhase } from './use-change.ts';

/** What was chosen or typed and is not saved. */
export interface Work {
  what: 'file' | 'files' | 'caption' | 'post';
  /** It is on its way ahead of the form. */
  isGoing: boolean;
}

const wordsOf = {
  file: {
    chosen: 'O arquivo que você escolheu ainda não foi salvo e será perdido',
    going: 'O arquivo ainda está sendo enviado',
    gone: 'O arquivo já foi enviado e o post está sendo atualizado',
  },
  files: {
    chosen: 'Os arquivos que você escolheu ainda não foram salvos e serão perdidos',
    going: 'Os arquivos ainda estão sendo enviados',
    gone: 'Os arquivos já foram enviados e o post está sendo atualizado',
  },
  caption: {
    chosen: 'O texto que você escreveu ainda não foi salvo e será perdido',
    going: 'A legenda ainda está sendo enviada',
    gone: 'A legenda já foi enviada e o post está sendo atualizado',
  },
  post: {
    chosen: 'O que você mudou ainda não foi salvo e será perdido',
    going: 'O que você mudou ainda está sendo enviado',
    gone: 'O que você mudou já foi enviado e o post está sendo atualizado',
  },
} as const;

/** What leaving a change of a post means, by how far it is. */
export function leaveWordsOf({ what, isGoing }: Work, phase: ChangePhase): LeaveWords {
  const words = wordsOf[what];
  const sending = phase.state === 'sending';
  if (sending && phase.fraction >= 1) {
    return {
      title: 'Sair antes do fim?',
      text: `${words.gone}. Se você sair agora, avisamos quando terminar.`,
      keep: 'Continuar aqui',
      leave: 'Sair',
      loses: false,
    };
  }
  const lost = { title: 'Descartar esta mudança?', leave: 'Descartar', loses: true };
  return sending || isGoing
    ? {
        ...lost,
        text: `${words.going}. Se você sair agora, o envio para e o post continua como está.`,
        keep: 'Continuar enviando',
      }
    : {
        ...lost,
        text: `${words.chosen}. O post continua como está.`,
        keep: 'Continuar editando',
      };
}
