import { paths } from '../../../ui/page/paths.ts';
import type { FaqCategory } from './answer.ts';

export const schedulingAnswers: FaqCategory = {
  id: 'agendamento',
  answers: [
    {
      id: 'qual-e-a-antecedencia-minima',
      question: 'Qual é a antecedência mínima?',
      blocks: [
        'Agende com pelo menos 5 minutos de antecedência. É o tempo de conferir a conta e preparar os arquivos no Instagram, para o post sair na hora certa.',
        'Com pressa, o formulário aceita menos. Um vídeo grande pode então sair assim que ficar pronto, e a tela avisa antes de você confirmar. Se for para já, use Publicar agora.',
      ],
    },
    {
      id: 'ate-quando-posso-agendar',
      question: 'Até quando posso agendar em cada plano?',
      blocks: [
        [
          'Gratuito: até 7 dias à frente.',
          'Pro: até 30 dias à frente.',
          'Premium: até 1 ano à frente.',
        ],
        'O seletor de data já para no último dia do seu plano.',
      ],
      link: { to: paths.plans, label: 'Ver os planos' },
    },
    {
      id: 'em-que-fuso-estao-os-horarios',
      question: 'Em que fuso estão os horários?',
      blocks: [
        'Todos estão no horário de Brasília, onde quer que você esteja e seja qual for o relógio do seu aparelho. O horário atual de Brasília aparece no alto do calendário.',
      ],
    },
    {
      id: 'posso-mudar-um-post-agendado',
      question: 'Posso mudar um post que já está agendado?',
      blocks: [
        'Pode: legenda, horário, arquivos, local e marcações, até o post começar a sair. No calendário, você também arrasta o post para outro dia ou outra hora.',
        'Evite mudanças no último minuto: preparar tudo de novo pode atrasar o post, e a tela avisa. Depois de publicado, ele só muda no Instagram.',
      ],
      link: { to: paths.schedule, label: 'Abrir o calendário' },
    },
    {
      id: 'como-pauso-tudo',
      question: 'Como pauso todas as publicações?',
      blocks: [
        'No Calendário, use Pausar tudo, em qualquer plano. Nenhum post sai enquanto a pausa durar, e você escolhe se ela termina numa hora marcada ou quando você retomar. O que já estiver a caminho do Instagram sai assim mesmo.',
        'Os posts cuja hora passar na pausa voltam aos rascunhos. Ao retomar, nenhum deles sai sozinho: você vê a lista e escolhe um novo horário para cada um. Os outros seguem como planejado.',
      ],
      link: { to: paths.schedule, label: 'Abrir o calendário' },
    },
    {
      id: 'como-excluo-um-post',
      question: 'Como excluo um post?',
      blocks: [
        'Abra o post no calendário e escolha Excluir. Dá para excluir rascunhos e posts agendados, e não há como desfazer. Um post que já saiu você apaga no Instagram.',
      ],
    },
    {
      id: 'como-repito-um-post',
      question: 'Como faço um post se repetir?',
      blocks: [
        'No Premium, ao criar o post ou agendar um rascunho, escolha o dia e a hora e, em Repetir, Toda semana, A cada 2 semanas ou Todo mês. A repetição pode ter uma última data ou seguir sem fim. Um post marcado para o dia 31 sai no último dia dos meses mais curtos.',
        'Os 4 próximos ficam no calendário e são posts como os outros: ao editar ou excluir um deles, você diz se vale só para ele ou também para os próximos. Um que você exclui não volta.',
        'Para encerrar, use Parar de repetir em um dos posts ou em Fila, no quadro Repetições: os que já estão agendados continuam. Numa pausa, ou sem o Premium, nada novo é criado, e nada se acumula para depois.',
      ],
    },
    {
      id: 'como-funciona-a-fila',
      question: 'Como funciona a fila?',
      blocks: [
        'A fila é do Premium. Em Fila, marque os horários da semana em que a sua conta costuma publicar. Ao criar um post, escolha Próximo horário livre, e ele ocupa o primeiro lugar vazio.',
        'Na fila, você troca posts de lugar ou dá a um deles outro horário. O que não deve mais sair, abra e exclua. Seus melhores horários vêm dos posts da sua própria conta nos últimos 6 meses; com poucos posts, não sugerimos nada.',
      ],
      link: { to: paths.queue, label: 'Abrir a fila' },
    },
    {
      id: 'como-peco-a-aprovacao-de-um-post',
      question: 'Como peço a aprovação de um cliente?',
      blocks: [
        'No Pro e no Premium, abra o post e use Pedir aprovação. Mande o link pelo WhatsApp: o cliente vê o post como ele vai ficar e aprova ou pede uma mudança, sem criar conta. O link vale por 30 dias.',
        'A aprovação vale para aquele conteúdo: se você editar o post, ela é pedida de novo, pelo mesmo link. Sem aprovação, o post não sai e volta aos rascunhos; você é avisado 3 horas antes e de novo perto da hora.',
      ],
      link: { to: paths.schedule, label: 'Abrir o calendário' },
    },
    {
      id: 'o-que-e-um-rascunho',
      question: 'O que é um rascunho?',
      blocks: [
        'É um post que você guardou para terminar depois. Ele pode ficar sem data e sem arquivo, não conta no limite do mês e nunca sai sozinho, mesmo que tenha um horário anotado.',
        'Quando estiver pronto, use Agendar no rascunho e escolha o dia e a hora.',
      ],
    },
    {
      id: 'como-conta-o-limite-do-mes',
      question: 'Como funciona o limite de posts por mês?',
      blocks: [
        'Contam os posts agendados, em publicação e publicados cujo horário cai naquele mês, no horário de Brasília. Rascunhos e posts que falharam não contam. Mudar um post para o mês seguinte libera o lugar dele.',
        'São 10 posts por mês no Gratuito e 50 no Pro. No Premium, não há limite.',
      ],
    },
    {
      id: 'e-se-a-hora-passar-sem-publicar',
      question: 'E se a hora passar e o post não sair?',
      blocks: [
        'Se não havia conta conectada quando a hora chegou, o post fica logo como Expirado: conecte uma conta e publique agora, ou escolha outro horário.',
        'Se nós ficamos fora do ar e a hora passou há mais de 60 minutos, ele também fica como Expirado. Não publicamos tão atrasado sem perguntar: com um clique você publica agora ou escolhe outro horário.',
        'Se a conexão com o Instagram se perdeu, o post espera até 60 minutos por você. Depois disso, aparece como Falhou.',
        'Um post que espera o Instagram, um limite dele ou a conversão de um vídeo continua Pendente, com o motivo e uma previsão na tela.',
      ],
    },
    {
      id: 'o-que-significa-cada-situacao',
      question: 'O que significa cada situação de um post?',
      blocks: [
        [
          'Rascunho: ainda em preparo, não sai sozinho.',
          'Agendado: sai no horário marcado.',
          'Pendente: a hora chegou e ele está a caminho, ou estamos confirmando que saiu.',
          'Publicado: está no seu Instagram, com o link.',
          'Falhou: o Instagram recusou ou algo impediu. O motivo está no post.',
          'Erro: a falha foi nossa. O post traz uma referência para você nos contar.',
          'Expirado: a hora passou sem que ele pudesse sair.',
        ],
      ],
    },
  ],
};
