import { paths } from '../../../ui/page/paths.ts';
import type { FaqCategory } from './answer.ts';

export const instagramAnswers: FaqCategory = {
  id: 'instagram',
  answers: [
    {
      id: 'como-conecto-o-instagram',
      question: 'Como conecto a minha conta do Instagram?',
      blocks: [
        'No Dashboard, use Conectar Instagram. Você entra na página da Meta, escolhe a página do Facebook e a conta, e autoriza. Depois volta para cá com a conta conectada.',
        'Antes, confira se a conta do Instagram é Business ou de criador e se está ligada a uma página do Facebook da qual você cuida.',
        'Se o Dashboard mostrar também Entrar pelo Instagram, a conta não precisa de página: você entra com ela mesma no Instagram e autoriza. Só a busca de locais fica de fora.',
      ],
      link: { to: paths.dashboard, label: 'Abrir o Dashboard' },
    },
    {
      id: 'nenhuma-pagina-do-facebook-encontrada',
      question: 'Apareceu “Nenhuma página do Facebook encontrada”. E agora?',
      blocks: [
        'Por este caminho, o Instagram só autoriza a publicação com uma página do Facebook. Crie uma, de graça, ou peça acesso a quem cuida dela, e ligue a conta do Instagram à página. Ao conectar de novo, deixe a página marcada na tela da Meta.',
        'Se o Dashboard mostrar Entrar pelo Instagram, você também pode conectar sem página.',
      ],
    },
    {
      id: 'nenhuma-conta-business-encontrada',
      question: 'Apareceu “Nenhuma conta Instagram Business encontrada”. E agora?',
      blocks: [
        [
          'No Instagram, mude para uma conta profissional.',
          'No Facebook, nas configurações da página, abra Contas vinculadas e ligue a conta do Instagram.',
          'Volte ao Dashboard e conecte de novo.',
        ],
      ],
      link: { to: paths.dashboard, label: 'Abrir o Dashboard' },
    },
    {
      id: 'posso-agendar-sem-conta-conectada',
      question: 'Posso agendar sem conectar uma conta?',
      blocks: [
        'Pode, como demonstração. O post aparece no calendário com um aviso, e só sai de verdade se você conectar uma conta antes da hora. Sem conta quando a hora chega, ele fica logo como Expirado.',
      ],
    },
    {
      id: 'o-que-acontece-se-eu-desconectar',
      question: 'O que acontece com os posts se eu desconectar a conta?',
      blocks: [
        'Nada mais é publicado a partir dali, e os posts continuam no calendário. Se você conectar a mesma conta antes da hora deles, saem normalmente. Sem conta quando a hora chega, ficam logo como Expirados. O que já saiu continua no Instagram.',
        'As credenciais que temos são apagadas em seguida. Se um post estiver sendo confirmado naquele momento, em até 24 horas, e até lá só para leitura.',
      ],
    },
    {
      id: 'posso-trocar-de-conta',
      question: 'Posso trocar para outra conta do Instagram?',
      blocks: [
        'Pode. Desconecte a atual e conecte a outra. Para os posts que foram preparados para a conta antiga, perguntamos antes se devem sair na nova: nada vai para a conta errada sem você saber.',
      ],
    },
    {
      id: 'posso-ter-varias-contas',
      question: 'Posso conectar mais de uma conta do Instagram?',
      blocks: [
        'Pode: 1 conta no Gratuito, 3 no Pro e 10 no Premium. A segunda você conecta em Sua conta; da terceira em diante, no Dashboard. Ao criar um post, você escolhe a conta dele; calendário e analytics mostram todas juntas ou uma de cada vez.',
        'O limite de posts por mês é um só para todas as contas. Um post feito para uma conta nunca sai em outra sem você dizer.',
      ],
      link: { to: paths.userAccount, label: 'Abrir Sua conta' },
    },
    {
      id: 'por-que-preciso-reconectar',
      question: 'Por que preciso reconectar a conta?',
      blocks: [
        'A autorização da Meta termina com o tempo, ou quando você troca a senha do Facebook (ou a do Instagram, se entrou por ele) ou remove o aplicativo. Avisamos por e-mail cerca de 7 dias antes do fim.',
        'Nada é publicado na conta até você reconectar. Depois, os posts que esperavam continuam sozinhos. Um post que ficar mais de 60 minutos à espera da conta aparece como Falhou, e você decide quando publicar.',
      ],
      link: { to: paths.dashboard, label: 'Abrir o Dashboard' },
    },
    {
      id: 'o-instagram-limita-posts-por-dia',
      question: 'O Instagram limita quantos posts saem por dia?',
      blocks: [
        'Sim. Cada conta pode publicar por aplicativos um número limitado de posts em 24 horas. Se o que você agendou passar disso, avisamos na hora de agendar. O que exceder não se perde: espera a vez, na ordem, com uma previsão.',
      ],
    },
    {
      id: 'como-retiro-o-acesso-da-pontual',
      question: 'Como retiro o acesso da Pontual ao meu Instagram?',
      blocks: [
        'No Dashboard, use Desconectar. Ou remova a Pontual onde você entrou: no Facebook, abra Configurações e privacidade, e depois Configurações; no Instagram, abra Configurações e atividade, e depois Permissões do site. Ali, abra Aplicativos e sites, procure Pontual e escolha Remover. Nos dois casos as nossas credenciais deixam de valer.',
      ],
    },
  ],
};
