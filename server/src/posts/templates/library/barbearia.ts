import type { TemplateDefinition } from './template-definition.ts';

export const barbearia: readonly TemplateDefinition[] = [
  {
    id: 'barbeiro-novo',
    occasion: 'novidade',
    title: 'Gente nova na equipe',
    mediaType: 'REELS',
    frames: [
      'A cadeira girando e mostrando quem chegou',
      'Um corte em andamento, de perto',
      'O resultado no espelho',
    ],
    caption: `Apresentamos {barbeiro}, que agora atende com a gente.

Trabalha há {experiência} e gosta mesmo é de {especialidade}. Está na casa {dias}, das {horário}.

A agenda já está aberta: o link fica na bio. Passe para dar as boas-vindas.

#barbearia #barbeiro #corte #equipe`,
    fields: {
      barbeiro: 'Diego',
      experiência: '8 anos',
      especialidade: 'degradê na tesoura e barba na toalha quente',
      dias: 'de terça a sábado',
      horário: '10h às 20h',
    },
  },
  {
    id: 'combo',
    occasion: 'promocao',
    title: 'Combo de corte e barba',
    mediaType: 'IMAGE',
    frames: ['Os produtos e a navalha sobre a bancada, com o preço do combo'],
    caption: `Corte e barba na mesma visita, por {preço}.

Separados, sairiam por {preço cheio}. O combo vale {dias}, até {validade}, com qualquer barbeiro da casa.

Leva cerca de {duração}, com toalha quente e café por nossa conta.

Marque pelo link da bio.

#barbearia #corteebarba #barba #promocao`,
    fields: {
      preço: 'R$ 70',
      'preço cheio': 'R$ 90',
      dias: 'de segunda a quarta',
      validade: 'o fim do mês',
      duração: '1 hora',
    },
  },
  {
    id: 'da-cadeira',
    occasion: 'bastidores',
    title: 'Da cadeira ao espelho',
    mediaType: 'REELS',
    frames: [
      'O cliente se sentando na cadeira',
      'A máquina no degradê, de perto e com o som real',
      'A navalha no acabamento',
      'O cliente olhando o resultado no espelho',
    ],
    caption: `{minutos} minutos resumidos em poucos segundos.

O pedido de {cliente} foi {corte}. A parte mais demorada é a que quase ninguém nota: {detalhe}.

Salve se este é o seu próximo corte.

#barbearia #degrade #barbeiro #cortemasculino`,
    fields: {
      minutos: '40',
      cliente: 'Rafael',
      corte: 'degradê baixo com textura em cima',
      detalhe: 'o acabamento na nuca',
    },
  },
  {
    id: 'dia-dos-pais',
    occasion: 'data',
    title: 'Pai e filho no Dia dos Pais',
    mediaType: 'IMAGE',
    frames: ['Pai e filho em cadeiras vizinhas, os dois com a capa da barbearia'],
    caption: `Tem programa que passa de pai para filho.

No mês dos pais, quem vier em dupla paga {preço} pelos dois cortes. Vale para pai, avô, tio ou quem fez esse papel na sua vida.

De {início} a {fim}, com hora marcada. Reserve duas cadeiras, uma ao lado da outra, pelo WhatsApp {telefone}.

#diadospais #barbearia #paiefilho #corte`,
    fields: {
      preço: 'R$ 80',
      início: '1º',
      fim: '14 de agosto',
      telefone: '(51) 99999-0000',
    },
  },
  {
    id: 'barba-em-casa',
    occasion: 'dica',
    title: 'Barba cuidada em casa',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “A barba entre um corte e outro”',
      'Lave com sabonete próprio para barba ou xampu suave',
      'Seque bem: barba úmida embaraça e incomoda a pele',
      'Algumas gotas de óleo ou balm, da raiz à ponta',
      'Pente no sentido do fio, todos os dias',
    ],
    caption: `Barba bonita se cuida um pouco a cada dia.

Lave com um produto suave, seque bem, passe algumas gotas de óleo ou balm e penteie no sentido do fio. Leva menos de cinco minutos.

O contorno, deixe com a gente: é ali que um milímetro a mais aparece. Por aqui, a barba sai por {preço}.

#barba #cuidadosmasculinos #barbearia #dica`,
    fields: { preço: 'R$ 45' },
  },
  {
    id: 'vagas-de-hoje',
    occasion: 'aviso',
    title: 'Vagas de hoje',
    mediaType: 'STORIES',
    frames: ['A agenda do dia, com os horários livres circulados'],
    caption: `Horários livres hoje: {horários}.

Responda este story com a hora que prefere e a cadeira é sua.`,
    fields: { horários: '14h, 16h30 e 18h' },
  },
  {
    id: 'curto-ou-comprido',
    occasion: 'pergunta',
    title: 'Curto ou comprido?',
    mediaType: 'CAROUSEL',
    frames: [
      'O cliente com o corte 1: {corte um}',
      'O mesmo cliente, ou outro, com o corte 2: {corte dois}',
    ],
    caption: `Dois cortes, uma cadeira e a dúvida de sempre.

Número 1: {corte um}. Número 2: {corte dois}.

Vote nos comentários e marque aquele amigo que nunca muda.

#barbearia #cortemasculino #qualvocefaria #estilo`,
    fields: { 'corte um': 'degradê na máquina', 'corte dois': 'médio, todo na tesoura' },
  },
];
