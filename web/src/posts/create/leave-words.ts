import type { LeaveWords } from './leave-guard.tsx';
import { mayExist } from './unanswered.ts';
import type { Wizard } from './wizard-state.ts';
import { isSent } from './wizard.ts';

/** What leaving means, by how far the post is. */
export function leaveWordsOf(wizard: Wizard): LeaveWords {
  const title = 'Descartar este post?';
  if (wizard.step === 'done' || wizard.sending.state !== 'sending') {
    return {
      title,
      text: mayExist(wizard)
        ? 'O que você escolheu e escreveu aqui será perdido. O post pode já existir: confira no calendário.'
        : 'O que você escolheu e escreveu aqui ainda não foi agendado e será perdido.',
      keep: 'Continuar editando',
      leave: 'Descartar',
      loses: true,
    };
  }
  const several = wizard.form.files.length > 1;
  const isDraft = wizard.sending.aim === 'draft';
  if (!isSent(wizard)) {
    const sent = several
      ? 'Os arquivos ainda estão sendo enviados'
      : 'O arquivo ainda está sendo enviado';
    const nothing = isDraft ? 'nada é salvo' : 'nada é agendado';
    return {
      title,
      text: `${sent}. Se você sair agora, o envio para e ${nothing}.`,
      keep: 'Continuar enviando',
      leave: 'Descartar',
      loses: true,
    };
  }
  const sent = several ? 'Os arquivos já foram enviados' : 'O arquivo já foi enviado';
  const now = isDraft ? 'o rascunho está sendo salvo' : 'o post está sendo agendado';
  return {
    title: 'Sair antes do fim?',
    text: `${sent} e ${now}. Se você sair agora, avisamos quando terminar.`,
    keep: 'Continuar aqui',
    leave: 'Sair',
    loses: false,
  };
}
