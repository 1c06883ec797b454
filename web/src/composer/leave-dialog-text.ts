import type { LeaveDialogText } from '../ui/page/leave-guard.tsx';
import { mayAlreadyExist } from './unanswered-requests.ts';
import type { Wizard } from './wizard-state.ts';
import { isSent } from './wizard.ts';

export function leaveDialogText(wizard: Wizard): LeaveDialogText {
  const title = 'Descartar este post?';
  if (wizard.step === 'done' || wizard.sending.state !== 'sending') {
    return {
      title,
      text: mayAlreadyExist(wizard)
        ? 'O que você escolheu e escreveu aqui será perdido. O post pode já existir: confira no calendário.'
        : 'O que você escolheu e escreveu aqui ainda não foi agendado e será perdido.',
      stayLabel: 'Continuar editando',
      leaveLabel: 'Descartar',
      losesWork: true,
    };
  }
  const several = wizard.form.files.length > 1;
  const isDraft = wizard.sending.submitMode === 'draft';
  if (!isSent(wizard)) {
    const sent = several
      ? 'Os arquivos ainda estão sendo enviados'
      : 'O arquivo ainda está sendo enviado';
    const nothing = isDraft ? 'nada é salvo' : 'nada é agendado';
    return {
      title,
      text: `${sent}. Se você sair agora, o envio para e ${nothing}.`,
      stayLabel: 'Continuar enviando',
      leaveLabel: 'Descartar',
      losesWork: true,
    };
  }
  const sent = several ? 'Os arquivos já foram enviados' : 'O arquivo já foi enviado';
  const now = isDraft ? 'o rascunho está sendo salvo' : 'o post está sendo agendado';
  return {
    title: 'Sair antes do fim?',
    text: `${sent} e ${now}. Se você sair agora, avisamos quando terminar.`,
    stayLabel: 'Continuar aqui',
    leaveLabel: 'Sair',
    losesWork: false,
  };
}
