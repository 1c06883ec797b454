import { formatFullDay, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { planNames } from '@pontual/contract/billing/plans.ts';
import {
  PRIORITY_PROMISE,
  replyBy,
  supportCategoryNames,
} from '@pontual/contract/operations/support-categories.ts';
import type { SpamMark } from '../../platform/database/rows.ts';
import { renderEmail, type EmailContent } from '../../platform/mail/email-template.ts';
import type { StoredMessage } from './support-emails.repository.ts';

const markNames: Record<SpamMark, string> = {
  hasty: 'o formulário foi enviado em menos de 3 segundos',
  links: 'há muitos links, ou um link no nome ou no assunto',
};

const formatInstant = (instant: Date) =>
  `${formatFullDay(instant)}, às ${formatTime(instant)} (horário de Brasília)`;
const receivedAtText = ({ createdAt }: StoredMessage) => formatInstant(createdAt);
const replyByText = ({ createdAt, isPriority }: StoredMessage) =>
  formatInstant(replyBy(createdAt, isPriority));

export function buildTeamEmail(message: StoredMessage) {
  const { name, email, category, subject, marks, plan, accountEmail } = message;
  const flags = [
    ...(message.isPriority ? ['Prioridade'] : []),
    ...(marks.length > 0 ? ['Talvez spam'] : []),
    supportCategoryNames[category],
  ];
  const account =
    accountEmail === null
      ? 'Quem escreveu não estava na conta: o endereço não foi confirmado.'
      : `Conta: ${accountEmail}${plan === null ? '' : `, plano ${planNames[plan]}`}.`;
  const answer = new URLSearchParams({ subject: `Re: ${subject}` }).toString();
  return {
    subject: `[${flags.join(', ')}] ${subject}`,
    ...renderEmail({
      title: subject,
      paragraphs: [
        `De ${name} <${email}>, ${receivedAtText(message)}.`,
        account,
        message.isPriority
          ? `Atendimento prioritário: responda esta antes das outras, até ${replyByText(message)}.`
          : `Responda até ${replyByText(message)}.`,
        ...(marks.length > 0
          ? [`Pode ser spam: ${marks.map((mark) => markNames[mark]).join('; ')}.`]
          : []),
      ],
      items: [{ title: 'Mensagem', text: message.message }],
      button: {
        label: 'Responder',
        // A mail program does not decode `+` in a mailto URL as a space.
        url: `mailto:${encodeURIComponent(email)}?${answer.replaceAll('+', '%20')}`,
      },
    }),
  };
}

/** Quotes only to a verified address: a sender could address any text to a third party in our name. */
export function buildSenderEmail(message: StoredMessage, publicUrl: string) {
  const { category, subject, email, accountEmail, isEmailProven } = message;
  const isOwn = isEmailProven && accountEmail?.toLowerCase() === email.toLowerCase();
  const content: EmailContent = {
    title: 'Recebemos sua mensagem',
    paragraphs: [
      message.isPriority
        ? `Obrigado pelo contato. No seu plano o atendimento é prioritário: responderemos ${PRIORITY_PROMISE}, neste e-mail.`
        : 'Obrigado pelo contato. Responderemos em até 24 horas, neste e-mail.',
      `Você escreveu sobre ${supportCategoryNames[category]} em ${receivedAtText(message)}.`,
      'Não foi você? Então alguém digitou o seu endereço por engano: ignore este e-mail.',
    ],
    items: isOwn ? [{ title: subject, text: message.message }] : [],
    button: { label: 'Abrir a Central de Ajuda', url: `${publicUrl}/support` },
  };
  return { subject: content.title, ...renderEmail(content) };
}
