import type { TemplateDefinition } from './template-definition.ts';

export const salao: readonly TemplateDefinition[] = [
  {
    id: 'servico-novo',
    occasion: 'novidade',
    title: 'Serviço novo no salão',
    mediaType: 'IMAGE',
    frames: ['O resultado do serviço numa cliente que autorizou a foto, com luz natural'],
    caption: `Agora tem {serviço} aqui no salão.

É indicado para {para quem} e leva cerca de {duração}. Antes de começar, fazemos uma avaliação para ver se combina com o seu cabelo e com a sua rotina.

O valor é {preço}. Para marcar, mande “quero” no direct ou no WhatsApp {telefone}.

#salaodebeleza #cabelo #cabeleireira #novidade`,
    fields: {
      serviço: 'cronograma capilar',
      'para quem': 'quem sente o fio seco ou quebradiço',
      duração: '1 hora e meia',
      preço: 'R$ 180',
      telefone: '(21) 99999-0000',
    },
  },
  {
    id: 'dia-calmo',
    occasion: 'promocao',
    title: 'Dia calmo com preço especial',
    mediaType: 'IMAGE',
    frames: ['O salão vazio e arrumado, com o serviço e o preço escritos na imagem'],
    caption: `{dia} é o dia mais tranquilo do salão, e também o melhor para o seu bolso.

Neste mês, {serviço} sai de {preço cheio} por {preço}, para quem marcar entre {horário}.

São poucas vagas por semana. Chame no direct para escolher a sua.

#salaodebeleza #promocao #agendaaberta #autocuidado`,
    fields: {
      dia: 'Terça-feira',
      serviço: 'escova com hidratação',
      'preço cheio': 'R$ 120',
      preço: 'R$ 85',
      horário: '9h e 14h',
    },
  },
  {
    id: 'transformacao',
    occasion: 'bastidores',
    title: 'Transformação passo a passo',
    mediaType: 'REELS',
    frames: [
      'O cabelo antes, de costas, no mesmo lugar em que será filmado depois',
      'A separação das mechas e a aplicação do produto',
      'A lavagem e a finalização',
      'O resultado, com a cliente virando para a câmera',
    ],
    caption: `{cliente} chegou querendo {pedido}.

Foram {duração} de cadeira, {etapas} e muita conversa boa. O tom foi escolhido para {motivo}.

Salve para mostrar à sua cabeleireira. E, se for a gente, chame no direct para marcar.

#transformacao #mechas #cabelo #salaodebeleza`,
    fields: {
      cliente: 'A Juliana',
      pedido: 'iluminar sem perder o castanho',
      duração: '4 horas',
      etapas: 'mechas finas, tonalização e corte',
      motivo: 'crescer bem e pedir pouco retoque',
    },
  },
  {
    id: 'dia-das-maes',
    occasion: 'data',
    title: 'Vale-presente do Dia das Mães',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o vale-presente na mão, com uma fita',
      'O que está incluído em cada opção, com o preço',
      'Como comprar e até quando usar',
    ],
    caption: `Mãe merece uma manhã inteira sem ninguém chamar.

O nosso vale-presente do Dia das Mães tem {opções}, a partir de {preço}. Você escolhe, a gente entrega o cartão e ela marca o dia que quiser, até {validade}.

Compre pelo WhatsApp {telefone} ou aqui no salão.

#diadasmaes #valepresente #salaodebeleza #presente`,
    fields: {
      opções: 'escova, manicure e limpeza de pele',
      preço: 'R$ 95',
      validade: '31 de agosto',
      telefone: '(21) 99999-0000',
    },
  },
  {
    id: 'depoimento',
    occasion: 'depoimento',
    title: 'Cliente conta como foi',
    mediaType: 'IMAGE',
    frames: ['A cliente sorrindo depois do atendimento, com autorização'],
    caption: `“{depoimento}”

Palavras de {cliente}, que fez {serviço} com {profissional}.

Ver alguém se olhar no espelho e sorrir é a melhor parte do dia por aqui.

Quer marcar com a nossa equipe? O link da agenda está na bio.

#salaodebeleza #clientefeliz #autoestima #cabelo`,
    fields: {
      depoimento: 'Saí me sentindo eu mesma, só que descansada.',
      cliente: 'Patrícia',
      serviço: 'corte e coloração',
      profissional: 'a Lu',
    },
  },
  {
    id: 'depois-da-coloracao',
    occasion: 'dica',
    title: 'Cuidados depois da coloração',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Pintou? Cuide assim”',
      'Espere {prazo} para a primeira lavagem',
      'Água morna ou fria, e xampu para cabelos coloridos',
      'Protetor térmico sempre que usar secador ou chapinha',
      'Retoque da raiz em {retoque}',
    ],
    caption: `A cor que sai do salão dura mais quando os cuidados continuam em casa.

Espere {prazo} para lavar. Depois, prefira água morna ou fria e um xampu feito para cabelos coloridos. Vai usar secador ou chapinha? Protetor térmico antes, sempre.

Para manter o tom, a gente recomenda voltar em {retoque}.

Salve este post para o dia da lavagem.

#coloracao #cabelocolorido #dicadecabelo #salaodebeleza`,
    fields: { prazo: '48 horas', retoque: '30 a 45 dias' },
  },
  {
    id: 'vagou-horario',
    occasion: 'aviso',
    title: 'Vagou um horário',
    mediaType: 'STORIES',
    frames: ['A cadeira vazia ou a agenda aberta, com o dia e a hora em destaque'],
    caption: `Vagou um horário: {dia}, às {horário}, para {serviço}.

Responda este story e ele é seu.`,
    fields: { dia: 'amanhã', horário: '15h', serviço: 'manicure e pedicure' },
  },
];
