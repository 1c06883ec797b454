import type { EmailContent } from '../../platform/mail/email-template.ts';

export const teamEndedEmail = (team: string, publicUrl: string): EmailContent => ({
  title: `A equipe ${team} acabou`,
  paragraphs: [
    `Quem era responsável pela equipe ${team} excluiu a própria conta na Pontual, e a equipe terminou com ela. Nada mais dela será publicado, e os posts, as fotos e os vídeos serão apagados.`,
    'O que já saiu continua no Instagram. A sua própria conta na Pontual segue como estava.',
  ],
  button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` },
});
