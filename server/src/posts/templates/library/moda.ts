import type { TemplateDefinition } from './template-definition.ts';

export const moda: readonly TemplateDefinition[] = [
  {
    id: 'chegou-na-loja',
    occasion: 'novidade',
    title: 'Chegou na loja',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: a peça principal da coleção, vestida',
      'Duas ou três peças, uma por imagem, com preço e numeração',
      'Detalhe do tecido ou do acabamento',
      'A arara inteira, na loja',
    ],
    caption: `Abrimos as caixas e já passamos tudo a ferro: {coleção} chegou.

Tem {peças}, do {tamanho menor} ao {tamanho maior}. Os preços começam em {preço}.

Arraste para ver de perto. Gostou de alguma? Comente o número da foto e mandamos os tamanhos disponíveis.

#novacolecao #modafeminina #lojaderoupas #lancamento`,
    fields: {
      coleção: 'a coleção de verão',
      peças: 'vestidos de linho, saias midi e camisas leves',
      'tamanho menor': '36',
      'tamanho maior': '52',
      preço: 'R$ 89',
    },
  },
  {
    id: 'ultimas-pecas',
    occasion: 'promocao',
    title: 'Últimas peças',
    mediaType: 'IMAGE',
    frames: ['A arara das últimas peças, com o desconto escrito grande'],
    caption: `Últimas peças de {coleção}, com {desconto} de desconto.

São as últimas de cada tamanho: o que está na arara é o que tem. Vale na loja e no site até {prazo}, ou até acabar.

Mande no direct o seu tamanho que a gente conta o que ainda serve.

#ultimaspecas #promocao #modafeminina #liquidacao`,
    fields: { coleção: 'inverno', desconto: '40%', prazo: 'domingo' },
  },
  {
    id: 'abrindo-as-caixas',
    occasion: 'bastidores',
    title: 'Abrindo as caixas',
    mediaType: 'REELS',
    frames: [
      'A caixa fechada sobre o balcão',
      'As peças saindo da embalagem, uma a uma',
      'Alguém da equipe passando a roupa a vapor',
      'A vitrine pronta',
    ],
    caption: `Dia de novidade começa assim: caixa, estilete e curiosidade.

Desta vez vieram {peças}, escolhidas por {quem} em {onde}. A favorita da equipe, até agora: {favorita}.

Amanhã cedo já está na vitrine. Qual você experimentaria primeiro?

#bastidores #lojaderoupas #novidades #moda`,
    fields: {
      peças: '42 peças de alfaiataria',
      quem: 'nossa compradora',
      onde: 'São Paulo',
      favorita: 'o colete cru',
    },
  },
  {
    id: 'black-friday',
    occasion: 'data',
    title: 'Black Friday sem letra miúda',
    mediaType: 'IMAGE',
    frames: ['Fundo escuro, o desconto no centro e as datas embaixo'],
    caption: `Nossa Black Friday cabe em três linhas:

{desconto} em {o quê}
De {início} a {fim}
Troca em até {troca}, como em qualquer outro dia

Dúvida sobre tamanho, troca ou frete? Pergunte antes, que a gente responde. Salve o post e faça a sua lista.

#blackfriday #moda #ofertas #lojaderoupas`,
    fields: {
      desconto: '30% de desconto',
      'o quê': 'toda a loja',
      início: 'quinta',
      fim: 'domingo',
      troca: '30 dias',
    },
  },
  {
    id: 'tres-looks',
    occasion: 'dica',
    title: 'Uma peça, três looks',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: {peça} sozinha, em fundo claro',
      'Para trabalhar: com {trabalho}',
      'Para o fim de semana: com {fim de semana}',
      'Para a noite: com {noite}',
    ],
    caption: `Uma boa peça não fica pendurada. Olhe o que {peça} faz em três situações:

1. No trabalho, com {trabalho}.
2. No fim de semana, com {fim de semana}.
3. À noite, com {noite}.

Qual tem mais a sua cara? Comente o número e salve para a próxima vez que pensar “não tenho roupa”.

#lookdodia #comousar #dicasdemoda #estilo`,
    fields: {
      peça: 'a camisa branca',
      trabalho: 'calça de alfaiataria e mocassim',
      'fim de semana': 'short jeans e tênis',
      noite: 'saia de cetim e salto baixo',
    },
  },
  {
    id: 'qual-cor',
    occasion: 'pergunta',
    title: 'Qual cor você leva?',
    mediaType: 'STORIES',
    frames: ['As duas cores da peça lado a lado, com a figurinha de enquete por cima'],
    caption: `{peça} chegou em duas cores.

Você é time {cor um} ou time {cor dois}?`,
    fields: { peça: 'A bolsa de palha', 'cor um': 'caramelo', 'cor dois': 'preto' },
  },
  {
    id: 'quem-vestiu',
    occasion: 'depoimento',
    title: 'Quem vestiu, contou',
    mediaType: 'IMAGE',
    frames: ['A foto que a cliente mandou usando a peça, com autorização'],
    caption: `“{depoimento}”

{cliente} usou {peça} em {ocasião} e mandou esta foto para a gente. Ficou linda.

Comprou aqui? Marque o nosso perfil na sua foto. Adoramos ver as peças na rua.

#clientes #lookdodia #lojaderoupas #moda`,
    fields: {
      depoimento: 'Dancei a festa inteira e o vestido não saiu do lugar.',
      cliente: 'A Renata',
      peça: 'o vestido verde',
      ocasião: 'um casamento na praia',
    },
  },
];
