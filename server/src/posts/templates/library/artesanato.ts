import type { TemplateDefinition } from './template-definition.ts';

export const artesanato: readonly TemplateDefinition[] = [
  {
    id: 'colecao-nova',
    occasion: 'novidade',
    title: 'Coleção nova',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o conjunto da coleção, em fundo neutro',
      'Cada peça de perto, com o nome e o preço',
      'Uma peça em uso, numa casa de verdade',
    ],
    caption: `Apresento {coleção}.

São {quantidade} peças feitas à mão em {material}, inspiradas em {inspiração}. Como cada uma sai um pouquinho diferente, a que você escolher só vai existir na sua casa.

Os preços vão de {preço menor} a {preço maior}. Para encomendar, mande mensagem com o nome da peça.

#feitoamao #artesanato #colecaonova #decoracao`,
    fields: {
      coleção: 'a coleção Maré',
      quantidade: '9',
      material: 'cerâmica esmaltada',
      inspiração: 'conchas do litoral norte',
      'preço menor': 'R$ 45',
      'preço maior': 'R$ 210',
    },
  },
  {
    id: 'feito-a-mao',
    occasion: 'bastidores',
    title: 'Como a peça nasce',
    mediaType: 'REELS',
    frames: [
      'O material bruto sobre a mesa',
      'As mãos trabalhando, em dois ou três momentos',
      'O erro que foi refeito (isso também é o processo)',
      'A peça pronta, girando devagar',
    ],
    caption: `Antes de virar {peça}, era só {material}.

O processo tem {etapas} e leva {tempo}, contando a espera. A parte de que mais gosto: {parte favorita}.

Conte aqui: você imaginava que era assim?

#feitoamao #processocriativo #atelie #artesanato`,
    fields: {
      peça: 'caneca',
      material: 'um bloco de argila',
      etapas: '6 etapas',
      tempo: '12 dias',
      'parte favorita': 'abrir o forno sem saber a cor que saiu',
    },
  },
  {
    id: 'volta-as-aulas',
    occasion: 'data',
    title: 'Volta às aulas',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: mochila, caderno e etiquetas com nome',
      'O que vem em cada kit, com preço',
      'Opções de tema e de cor',
      'Prazo e como encomendar',
    ],
    caption: `A lista da escola pode ter a cara do seu filho.

Os kits de volta às aulas têm {itens}, com nome e tema à escolha. Custam a partir de {preço}.

Para chegar antes do primeiro dia de aula, encomende até {prazo}. O tema mais pedido deste ano, por enquanto: {tema}.

#voltaasaulas #papelariapersonalizada #papelaria #materialescolar`,
    fields: {
      itens: 'etiquetas, agenda e capa de caderno',
      preço: 'R$ 59',
      prazo: '20 de janeiro',
      tema: 'dinossauros',
    },
  },
  {
    id: 'kit-presente',
    occasion: 'promocao',
    title: 'Kit para presente',
    mediaType: 'IMAGE',
    frames: ['O kit montado na caixa aberta, visto de cima'],
    caption: `Presente pronto, com cara de quem pensou com calma.

O kit {nome do kit} leva {itens} e sai por {preço}. Comprados separados, seriam {preço cheio}.

Vai embrulhado, com cartão escrito à mão. Diga o que devo escrever no cartão e deixe o resto comigo. Disponível até {prazo}.

#presentecriativo #feitoamao #kitpresente #papelaria`,
    fields: {
      'nome do kit': 'Café da Tarde',
      itens: 'duas canecas, um prato e um pano de prato bordado',
      preço: 'R$ 149',
      'preço cheio': 'R$ 178',
      prazo: 'sexta-feira',
    },
  },
  {
    id: 'prazo-de-natal',
    occasion: 'aviso',
    title: 'Prazo das encomendas de fim de ano',
    mediaType: 'IMAGE',
    frames: ['Um calendário de dezembro com as datas marcadas à mão'],
    caption: `Para a sua encomenda chegar a tempo do Natal, anote:

Peças personalizadas: pedidos até {prazo personalizadas}
Pronta entrega: pedidos até {prazo pronta entrega}
Retirada no ateliê: até {retirada}

Cada peça é feita uma a uma, e a argila, a tinta e a cola não aceitam pressa. Melhor garantir logo a sua.

#encomendas #natal #feitoamao #presentedenatal`,
    fields: {
      'prazo personalizadas': '30 de novembro',
      'prazo pronta entrega': '12 de dezembro',
      retirada: '22 de dezembro',
    },
  },
  {
    id: 'chegou-em-casa',
    occasion: 'depoimento',
    title: 'Chegou em casa',
    mediaType: 'IMAGE',
    frames: ['A foto que o cliente mandou da peça em casa, com autorização'],
    caption: `“{depoimento}”

Foi o que {cliente} escreveu quando {peça} chegou a {cidade}.

Ver uma peça que saiu destas mãos na mesa de alguém ainda me emociona, toda vez.

Recebeu a sua? Mande foto, quero ver onde ela mora agora.

#feitoamao #clientes #artesanato #decoracao`,
    fields: {
      depoimento: 'É ainda mais bonita do que na foto!',
      cliente: 'a Sônia',
      peça: 'o vaso azul',
      cidade: 'Recife',
    },
  },
  {
    id: 'como-cuidar',
    occasion: 'dica',
    title: 'Como cuidar da sua peça',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: a peça e o título “Para durar muitos anos”',
      'Como lavar: {lavagem}',
      'O que evitar: {evitar}',
      'Como guardar: {guardar}',
    ],
    caption: `Peça feita à mão dura muito quando a gente sabe cuidar.

Lavagem: {lavagem}.
Evite: {evitar}.
Para guardar: {guardar}.

Salve este post e mande para quem ganhou uma peça de presente.

#feitoamao #cuidados #dica #artesanato`,
    fields: {
      lavagem: 'esponja macia e sabão neutro',
      evitar: 'choque de temperatura e palha de aço',
      guardar: 'com um pano entre uma peça e outra',
    },
  },
];
