import { paths } from '../../paths.ts';
import type { FaqCategory } from './answer.ts';

export const agendamento: FaqCategory = {
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
          'Free: até 7 dias à frente.',
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
      id: 'como-excluo-um-post',
      question: 'Como excluo um post?',
      blocks: [
        'Abra o post no calendário e escolha Excluir. Dá para excluir rascunhos e posts agendados, e não há como desfazer. Um post que já saiu você apaga no Instagram.',
      ],
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
        'São 10 posts por mês no Free e 50 no Pro. No Premium, não há limite.',
      ],
    },
    {
      id: 'e-se-a-hora-passar-sem-publicar',
      question: 'E se a hora passar e o post não sair?',
      blocks: [
        'Se a hora passou há mais de 60 minutos porque não havia conta conectada, ou porque nós ficamos fora do ar, o post fica como Expirado. Não publicamos tão atrasado sem perguntar: com um clique você publica agora ou escolhe outro horário.',
        'Um post que espera o Instagram, um limite dele ou a conversão de um vídeo continua Pendente, com o motivo e uma previsão na tela.',
      ],
    },
    {
      id: 'o-que-significa-cada-situacao',
      question: 'O que significa cada situação de um post?',
      blocks: [
        [
          'Rascunho: só você vê, e não sai sozinho.',
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
