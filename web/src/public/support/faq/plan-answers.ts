import { PRIORITY_PROMISE } from '@pontual/contract/operations/support-categories.ts';
import { paths } from '../../../ui/page/paths.ts';
import type { FaqCategory } from './answer.ts';

/** On trial, guarantee and refund: docs/decisions/030-several-instagram-accounts-shared-libraries.md. */
export const planAnswers: FaqCategory = {
  id: 'planos',
  answers: [
    {
      id: 'quais-sao-os-planos',
      question: 'Quais são os planos?',
      blocks: [
        [
          'Free (plano Gratuito), R$ 0: 10 posts por mês, agenda de até 7 dias, recursos básicos.',
          'Pro, R$ 19,99 por mês: 50 posts por mês, agenda de até 30 dias, analytics básico e suporte por e-mail.',
          'Premium, R$ 49,99 por mês: posts ilimitados, agenda de até 1 ano, analytics avançado, relatórios personalizados e suporte prioritário.',
        ],
      ],
      link: { to: paths.plans, label: 'Comparar os planos' },
    },
    {
      id: 'existe-reembolso',
      question: 'Existe reembolso?',
      blocks: [
        'Sim. Novos usuários têm 7 dias para pedir reembolso. E a nossa garantia vai além: em até 30 dias da primeira cobrança, você recebe de volta tudo o que pagou, sem explicar o motivo.',
        'Em Planos, use Desistir e receber reembolso. A assinatura termina na hora e o valor volta para o mesmo cartão. O banco costuma levar de 5 a 10 dias úteis para mostrar. Quem já usou a garantia e assina de novo tem os 7 dias da lei.',
      ],
      link: { to: paths.plans, label: 'Abrir Planos' },
    },
    {
      id: 'posso-testar-um-plano-pago',
      question: 'Posso testar um plano pago?',
      blocks: [
        'A primeira assinatura começa com 14 dias de teste. Quem cancela antes do fim não paga nada e usa o plano até lá. Três dias antes da primeira cobrança, avisamos por e-mail.',
      ],
    },
    {
      id: 'como-cancelo-a-assinatura',
      question: 'Como cancelo a assinatura?',
      blocks: [
        'Em Planos, use Cancelar assinatura. O plano vale até o fim do período já pago e não há nova cobrança. Depois a conta passa para o plano Gratuito, com os posts já agendados.',
      ],
      link: { to: paths.plans, label: 'Abrir Planos' },
    },
    {
      id: 'como-posso-pagar',
      question: 'Como posso pagar?',
      blocks: [
        'Com cartão, todo mês, pela Stripe. O número do cartão vai direto para ela e nunca passa por nós. O preço que aparece antes de você confirmar já é o total, com impostos.',
      ],
    },
    {
      id: 'o-que-acontece-se-o-pagamento-falhar',
      question: 'O que acontece se o pagamento falhar?',
      blocks: [
        'Avisamos por e-mail e na tela, e a cobrança é tentada de novo nos dias seguintes. Enquanto isso o plano continua valendo. Em Gerenciar assinatura você troca o cartão.',
        'Se todas as tentativas falharem, a conta passa para o plano Gratuito e os posts já agendados continuam agendados.',
      ],
    },
    {
      id: 'o-que-acontece-quando-mudo-de-plano',
      question: 'O que acontece com os posts agendados quando mudo de plano?',
      blocks: [
        'Eles continuam agendados e saem na hora, mesmo que você passe para um plano menor. Os limites do plano novo valem, a partir do dia em que ele começa, para o que você agendar.',
      ],
    },
    {
      id: 'cheguei-ao-limite-do-mes',
      question: 'Cheguei ao limite do mês. E agora?',
      blocks: [
        'Você pode guardar os próximos posts como rascunho, agendar para o mês seguinte se o seu plano alcança a data, ou mudar de plano: os lugares novos valem na hora.',
      ],
      link: { to: paths.plans, label: 'Ver os planos' },
    },
    {
      id: 'posso-agendar-varios-posts-de-uma-vez',
      question: 'Posso agendar vários posts de uma vez?',
      blocks: [
        'Sim, nos planos Pro e Premium: abra o Calendário e escolha Agendar vários. Cabem até 100 posts por vez.',
        'Baixe a planilha modelo, escreva um post por linha (arquivo, data, hora, tipo e legenda) e envie com as fotos e os vídeos, soltos ou em um ZIP. A planilha pode ser Excel (.xlsx), também do Google Planilhas e do LibreOffice, ou CSV. Sem planilha, os arquivos ocupam os horários livres que você escolher.',
        'Cada linha é conferida antes, e os erros aparecem por linha e coluna. Os posts são criados todos juntos ou nenhum, e em Lotes anteriores você desfaz de uma vez os que ainda não saíram.',
      ],
    },
    {
      id: 'quem-tem-acesso-aos-templates',
      question: 'Quem tem acesso aos templates?',
      blocks: [
        'A biblioteca de templates é dos planos Pro e Premium, e os templates personalizados são do Premium.',
        'A biblioteca fica em Modelos, no menu: são legendas e roteiros de imagem por ramo e ocasião, com campos para completar. Ao escrever a legenda de um post, ela também abre em Usar um modelo.',
        'No Premium, abra qualquer post, escolha Salvar como modelo e confirme o nome. Cabem 100 modelos, que você edita ou exclui em Meus modelos.',
      ],
    },
    {
      id: 'como-funciona-o-suporte-prioritario',
      question: 'Como funciona o suporte prioritário?',
      blocks: [
        `Mensagens de quem tem o plano Premium chegam marcadas à nossa equipe, são lidas antes das outras e respondidas ${PRIORITY_PROMISE}. Escreva com a sua conta aberta, para sabermos que é você.`,
      ],
    },
  ],
};
