import { paths } from '../../../ui/page/paths.ts';
import type { FaqCategory } from './answer.ts';

export const generalAnswers: FaqCategory = {
  id: 'geral',
  answers: [
    {
      id: 'preciso-deixar-o-celular-ligado',
      question: 'Preciso deixar o celular ligado para publicar?',
      blocks: [
        'Não. Depois de agendar, a Pontual publica sozinha no horário marcado, direto na sua conta profissional do Instagram. Você recebe o resultado na timeline.',
      ],
    },
    {
      id: 'com-quanta-antecedencia-posso-agendar',
      question: 'Com quanto tempo de antecedência posso agendar?',
      blocks: [
        'Em geral, de 5 minutos até 6 meses antes.',
        'O limite exato é o do seu plano: 7 dias no Gratuito, 30 dias no Pro e 1 ano no Premium.',
      ],
      link: { to: paths.plans, label: 'Comparar os planos' },
    },
    {
      id: 'quais-formatos-posso-enviar',
      question: 'Quais formatos posso enviar?',
      blocks: [
        'Você agenda cinco tipos de post:',
        [
          'Imagem: uma foto em JPEG, PNG ou HEIC, de até 8 MB.',
          'Vídeo: um arquivo MP4, com menos de 300 MB. Ele sai no Instagram como Reels, também no feed.',
          'Reels: um vídeo vertical, com capa, áudio e até 3 colaboradores.',
          'Stories: uma foto ou um vídeo que fica no ar por 24 horas.',
          'Carrossel: de 2 a 10 fotos e vídeos, na ordem que você escolher.',
        ],
        'PNG, HEIC, MOV e AVI também servem: nós convertemos para o que o Instagram aceita.',
      ],
    },
    {
      id: 'o-que-acontece-se-um-post-falhar',
      question: 'O que acontece se um post falhar?',
      blocks: [
        'Você recebe um e-mail com o motivo, e o post mostra o mesmo motivo com um botão que resolve: conectar a conta de novo, trocar o arquivo, editar a legenda ou tentar de novo.',
        'O que dá para ver antes da hora, nós vemos antes: se algo vai impedir o post, o aviso chega enquanto ainda há tempo.',
      ],
      link: { to: paths.schedule, label: 'Abrir o calendário' },
    },
    {
      id: 'o-que-e-o-plano-b',
      question: 'O Instagram recusou ou está fora do ar. Dá para publicar eu mesmo?',
      blocks: [
        'Dá. É o plano B: quando o Instagram recusa um post, ou ele está 10 minutos atrasado por causa do Instagram, você recebe um e-mail e um aviso no celular com um link. A página dele tem a mídia e a legenda prontas para compartilhar com o aplicativo do Instagram. O Instagram descarta o texto ao compartilhar, por isso a legenda já vai copiada: é só colar.',
        'Use Vou publicar eu mesmo antes de publicar: a Pontual para de tentar, e o post não sai duas vezes. Ela procura o post na sua conta e, quando ele aparece, ele fica como publicado, com o link. Se não aparecer, você pode marcá-lo como publicado.',
        'O link também está no post, em Calendário.',
      ],
      link: { to: paths.schedule, label: 'Abrir o calendário' },
    },
    {
      id: 'posso-usar-com-uma-conta-pessoal',
      question: 'Posso usar com uma conta pessoal?',
      blocks: [
        'Não. O Instagram só deixa publicar por fora do aplicativo em contas profissionais, que podem ser Business ou de criador. Mudar é grátis: no Instagram, abra Configurações, procure Tipo de conta e ferramentas e escolha a conta profissional.',
        'Enquanto isso, você pode criar e agendar posts aqui como demonstração.',
      ],
    },
    {
      id: 'voces-guardam-a-minha-senha-do-instagram',
      question: 'Vocês guardam a minha senha do Instagram?',
      blocks: [
        'Não. Você autoriza a Pontual na página da própria Meta, e a sua senha nunca passa por nós. Ficamos só com uma credencial para publicar, guardada cifrada, que você pode cancelar quando quiser.',
      ],
    },
    {
      id: 'quanto-custa-comecar',
      question: 'Quanto custa para começar?',
      blocks: [
        'Nada. O plano Gratuito não pede cartão e inclui 10 posts por mês. Quando o calendário encher, o Pro custa R$ 19,99 e o Premium R$ 49,99 por mês.',
      ],
      link: { to: paths.register, label: 'Criar conta' },
    },
    {
      id: 'um-post-pode-sair-duas-vezes',
      question: 'Um post pode sair duas vezes?',
      blocks: [
        'Fazemos de tudo para que não. Se a conexão cai bem na hora de publicar, não repetimos no escuro: primeiro perguntamos ao Instagram se o post já saiu. Por isso um post pode ficar alguns minutos como Pendente.',
      ],
    },
  ],
};
