import { roleNames, type Role } from '@pontual/contract/shared/roles.ts';
import type { WrittenText } from '../../platform/mail/emails.ts';
import { toUser, type MessageKind, type MessageKinds } from './message-kind.ts';

/** `team` is the name that members see. */
export type TeamMessage =
  | { kind: 'role-changed'; userId: string; team: string; role: Role }
  | { kind: 'member-removed'; userId: string; team: string }
  | { kind: 'ownership-received'; userId: string; team: string; formerOwner: string }
  | {
      kind: 'ownership-transferred';
      userId: string;
      team: string;
      newOwner: string;
      isPaying: boolean;
    }
  | { kind: 'team-ended'; userId: string; team: string };

const toMember = <Event extends { userId: string }>(
  wording: (event: Event) => Omit<WrittenText, 'button'>,
): MessageKind<Event> => ({
  recipients: toUser,
  wording: (event) => ({
    ...wording(event),
    button: { label: 'Abrir a Pontual', path: '/dashboard' },
  }),
});

export const teamMessages: MessageKinds<TeamMessage> = {
  'role-changed': toMember(({ team, role }) => ({
    title: 'Seu acesso a uma equipe mudou',
    paragraphs: [`Na equipe ${team}, o seu acesso agora é “${roleNames[role]}”.`],
  })),
  'member-removed': toMember(({ team }) => ({
    title: 'Você saiu de uma equipe',
    paragraphs: [
      `Você não faz mais parte da equipe ${team} na Pontual. O que você fez nela continua com a equipe.`,
      'A sua própria conta na Pontual segue como estava.',
    ],
  })),
  'ownership-received': toMember(({ team, formerOwner }) => ({
    title: 'Você é responsável por uma equipe',
    paragraphs: [
      `${formerOwner} passou a você a responsabilidade pela equipe ${team}. A conexão com o Instagram, o plano e as pessoas agora são com você.`,
      'Se o plano é pago, os recibos passam a chegar neste e-mail. Confira em Planos o cartão e os dados da cobrança.',
    ],
  })),
  'ownership-transferred': toMember(({ team, newOwner, isPaying }) => ({
    title: 'Você passou a responsabilidade por uma equipe',
    paragraphs: [
      `A equipe ${team} agora é da responsabilidade de ${newOwner}. Você continua nela e pode editar.`,
      ...(isPaying
        ? [
            `A assinatura segue no cartão que está cadastrado, mesmo que seja seu: ele continua sendo cobrado até ser trocado em Planos, e só ${newOwner} pode trocá-lo ou cancelar o plano. Combine a troca.`,
          ]
        : []),
    ],
  })),
  'team-ended': toMember(({ team }) => ({
    title: `A equipe ${team} acabou`,
    paragraphs: [
      `Quem era responsável pela equipe ${team} excluiu a própria conta na Pontual, e a equipe terminou com ela. Nada mais dela será publicado, e os posts, as fotos e os vídeos serão apagados.`,
      'O que já saiu continua no Instagram. A sua própria conta na Pontual segue como estava.',
    ],
  })),
};
