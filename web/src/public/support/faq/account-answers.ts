import { paths } from '../../../ui/page/paths.ts';
import type { FaqCategory } from './answer.ts';

export const accountAnswers: FaqCategory = {
  id: 'conta',
  answers: [
    {
      id: 'como-crio-uma-conta',
      question: 'Como crio uma conta?',
      blocks: [
        'Com um e-mail e uma senha de no mínimo 6 caracteres, que tenha 1 maiúscula, 1 minúscula e 1 número. Ou com o botão Continuar com Google, sem criar senha.',
      ],
      link: { to: paths.register, label: 'Criar conta' },
    },
    {
      id: 'esqueci-a-minha-senha',
      question: 'Esqueci a minha senha. E agora?',
      blocks: [
        'Na página de entrada, escolha Esqueci minha senha e digite o seu e-mail. O link que mandamos vale por 30 minutos e funciona uma única vez. Se pedir outro, só o mais novo vale.',
        'Não chegou? Olhe a caixa de spam e confira se o e-mail é o da conta.',
      ],
      link: { to: paths.forgotPassword, label: 'Recuperar a senha' },
    },
    {
      id: 'criei-a-conta-com-o-google',
      question: 'Criei a conta com o Google. Como entro?',
      blocks: [
        'Com o botão Continuar com Google, na página de entrada. A sua conta não tem senha na Pontual, e por isso a recuperação de senha não se aplica. Se quiser ter uma, crie em Sua conta.',
      ],
      link: { to: paths.login, label: 'Entrar' },
    },
    {
      id: 'como-troco-o-e-mail',
      question: 'Como troco o e-mail ou a senha?',
      blocks: [
        'Em Sua conta. Para trocar o e-mail, mandamos um link ao endereço novo, que vale por 60 minutos; até você abrir, o antigo continua valendo. Ao trocar a senha, os outros dispositivos saem da conta e os tokens de acesso deixam de valer.',
      ],
      link: { to: paths.userAccount, label: 'Abrir Sua conta' },
    },
    {
      id: 'acho-que-alguem-entrou-na-minha-conta',
      question: 'Acho que alguém entrou na minha conta. O que faço?',
      blocks: [
        [
          'Troque a senha em Sua conta: isso já tira todos os outros dispositivos e revoga os tokens de acesso.',
          'Veja a lista de dispositivos e saia dos que você não conhece.',
          'Em Programas, remova os webhooks que você não conhece: a senha nova não os desliga.',
          'Confira os posts agendados e a conta do Instagram conectada.',
        ],
        'Se não conseguir entrar, recupere a senha pelo e-mail e escreva para nós.',
      ],
      link: { to: paths.userAccount, label: 'Abrir Sua conta' },
    },
    {
      id: 'por-que-preciso-entrar-de-novo',
      question: 'Por que preciso entrar de novo de vez em quando?',
      blocks: [
        'Por segurança, uma sessão termina depois de 7 dias sem uso, ou de 30 dias no total. Os seus posts saem do mesmo jeito: para publicar, ninguém precisa estar com a Pontual aberta.',
      ],
    },
    {
      id: 'quais-e-mails-vou-receber',
      question: 'Quais e-mails vou receber?',
      blocks: [
        'Um aviso quando um post falha, outro quando um post agendado precisa de você e, às segundas, às 08:00, um resumo da semana. Esses três você liga e desliga em Sua conta.',
        'Os e-mails de segurança, como o de senha alterada, vêm sempre. Publicidade, não mandamos.',
      ],
      link: { to: paths.userAccount, label: 'Escolher os avisos' },
    },
    {
      id: 'como-trabalho-em-equipe',
      question: 'Como trabalho em equipe?',
      blocks: [
        'No Pro e no Premium, convide pessoas por e-mail em Sua conta, Pessoas. Cada uma entra com a própria conta e faz só o que você deixar:',
        [
          'Pode editar: cria, muda e agenda posts.',
          'Pode aprovar: vê tudo e aprova ou pede mudanças.',
          'Só vê: acompanha, sem mudar nada.',
        ],
        'Conexão do Instagram, plano e pessoas ficam com quem é responsável. Quem faz parte de várias equipes troca entre elas no menu da conta.',
      ],
      link: { to: paths.members, label: 'Abrir Pessoas' },
    },
    {
      id: 'como-baixo-os-meus-dados',
      question: 'Como baixo os meus dados?',
      blocks: [
        'Em Sua conta, use Baixar meus dados. O navegador baixa na hora um arquivo ZIP com os seus posts, fotos, vídeos, avisos e os dados da conta. Um arquivo leia-me explica o que há em cada parte.',
      ],
      link: { to: paths.userAccount, label: 'Abrir Sua conta' },
    },
    {
      id: 'como-excluo-a-minha-conta',
      question: 'Como excluo a minha conta?',
      blocks: [
        'No fim de Sua conta, use Excluir conta e confirme. Na hora, todas as sessões terminam, nada mais é publicado e a assinatura acaba. Depois apagamos posts, mídia e credenciais, em geral em minutos, e avisamos por e-mail quando termina.',
        'O que já saiu continua no seu Instagram. Ficam só os registros de acesso, pelos 6 meses que a lei manda, e os documentos fiscais. Se ainda está na garantia, peça o reembolso antes.',
      ],
      link: { to: paths.privacy, label: 'Ler a Política de Privacidade' },
    },
  ],
};
