import type { TemplateDefinition } from './template-definition.ts';

export const padaria: readonly TemplateDefinition[] = [
  {
    id: 'novidade',
    occasion: 'novidade',
    title: 'Produto novo na vitrine',
    mediaType: 'IMAGE',
    frames: ['De perto, com luz de janela: {produto}, já no prato ou na bandeja da loja'],
    caption: `Tem novidade na vitrine: {produto}.

{como é}. A primeira leva sai às {horário} e fica até acabar.

Custa {preço}. Quer garantir? Reserve pelo WhatsApp {telefone} e é só passar para buscar.

#padaria #confeitaria #padariadebairro #novidade`,
    fields: {
      produto: 'croissant de pistache',
      'como é': 'Massa folhada na manteiga, recheio cremoso e casquinha que estala',
      horário: '7h30',
      preço: 'R$ 14',
      telefone: '(11) 99999-0000',
    },
  },
  {
    id: 'fornada-da-tarde',
    occasion: 'promocao',
    title: 'Fornada do fim da tarde',
    mediaType: 'STORIES',
    frames: [
      'Cesto ou bandeja cheia ao lado do forno. Escreva na imagem o produto, o preço e a hora em que a promoção começa',
    ],
    caption: `Hoje, a partir das {horário}: {produto} por {preço}.

Só na loja e só enquanto durar a fornada.`,
    fields: { horário: '17h', produto: 'meia dúzia de pães de queijo', preço: 'R$ 12' },
  },
  {
    id: 'da-massa-ao-forno',
    occasion: 'bastidores',
    title: 'Da massa ao forno',
    mediaType: 'REELS',
    frames: [
      'As mãos na massa, bem de perto, sem mostrar o rosto',
      'A massa descansando e crescendo, em câmera acelerada',
      'O forno abrindo e o vapor saindo',
      '{produto} sendo partido ao meio na frente da câmera',
    ],
    caption: `Enquanto a rua ainda dorme, a gente já está sovando.

{produto} começa a ser feito às {início} e só vai para a vitrine às {pronto}. Nesse meio-tempo, a massa descansa {descanso}, porque pressa não combina com pão.

Quem aí acorda com esse cheiro?

#padaria #paoartesanal #bastidores #feitoaqui`,
    fields: {
      produto: 'O pão de fermentação natural',
      início: '3h',
      pronto: '7h',
      descanso: '2 horas',
    },
  },
  {
    id: 'encomendas-de-natal',
    occasion: 'data',
    title: 'Encomendas para a ceia de Natal',
    mediaType: 'CAROUSEL',
    frames: [
      'A mesa pronta, com os produtos da ceia',
      'Cada opção do cardápio, com nome, tamanho e preço na imagem',
      'Como encomendar: prazo, forma de pagamento e horário da retirada',
    ],
    caption: `As encomendas para a ceia estão abertas.

No cardápio deste ano: {opções}. Arraste para ver tamanhos e preços.

Pedidos até {prazo}, pelo WhatsApp {telefone}. A retirada é no dia {retirada}, das {horário}.

Marque quem cuida da ceia aí na sua casa.

#natal #ceiadenatal #encomendas #confeitaria`,
    fields: {
      opções: 'chocotone, rabanada, torta de nozes e pernil assado',
      prazo: '18 de dezembro',
      telefone: '(11) 99999-0000',
      retirada: '24',
      horário: '8h às 16h',
    },
  },
  {
    id: 'depoimento',
    occasion: 'depoimento',
    title: 'Recado de quem provou',
    mediaType: 'IMAGE',
    frames: ['A foto que a pessoa mandou, ou o print da mensagem com a autorização dela'],
    caption: `“{depoimento}”

Quem escreveu foi {cliente}, depois de levar {produto} para casa. Recado assim vale o dia.

Agradecemos a confiança. E você, o que sempre leva quando passa por aqui?

#padaria #confeitaria #clientes #feitocomcarinho`,
    fields: {
      depoimento: 'O bolo sumiu da mesa antes do parabéns!',
      cliente: 'a Marina',
      produto: 'um bolo de cenoura com brigadeiro',
    },
  },
  {
    id: 'guardar-o-pao',
    occasion: 'dica',
    title: 'Como guardar o pão',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o pão inteiro e o título “Pão bom até o fim”',
      'No dia: fora da geladeira, em saco de papel ou pano limpo',
      'Para congelar: em fatias ou unidades, no saco bem fechado',
      'Para servir: um pouco de água por cima e forno quente até a casca estalar',
    ],
    caption: `Sobrou pão? Não precisa virar pedra.

No mesmo dia, ele fica melhor fora da geladeira, num saco de papel. Se for demorar para comer, congele ainda fresco, em porções.

Na hora de servir, borrife um pouquinho de água e leve ao forno quente por alguns minutos. A casca volta a estalar.

Salve para lembrar e conte: na sua casa, pão sobra?

#dicadepadaria #pao #semdesperdicio #padaria`,
    fields: {},
  },
  {
    id: 'feriado',
    occasion: 'aviso',
    title: 'Horário de feriado',
    mediaType: 'IMAGE',
    frames: ['A fachada da loja, com o dia e o horário escritos bem grandes'],
    caption: `Anote o nosso horário no feriado de {feriado}:

{dia}: {horário}

Depois voltamos ao horário de sempre. Se precisar de uma encomenda para esses dias, fale com a gente até {prazo}.

#padaria #horariodeferiado #aviso`,
    fields: {
      feriado: '7 de setembro',
      dia: 'Domingo, dia 7',
      horário: '7h às 13h',
      prazo: 'sexta-feira',
    },
  },
];
