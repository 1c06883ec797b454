import type { TemplateDefinition } from './template-definition.ts';

export const criador: readonly TemplateDefinition[] = [
  {
    id: 'projeto-novo',
    occasion: 'novidade',
    title: 'Projeto novo no ar',
    mediaType: 'REELS',
    frames: [
      'Você olhando para a câmera e dizendo o que é, em uma frase',
      'Trechos rápidos do projeto',
      'A data e o lugar onde encontrar, na tela',
    ],
    caption: `Agora posso contar: {projeto} está no ar.

A ideia nasceu de {origem} e levou {tempo} para ficar de pé. É para {para quem}.

Sai {frequência}, em {onde}. O primeiro já está lá: assista e me diga, com sinceridade, o que falta.

#criadordeconteudo #projetonovo #lancamento #conteudo`,
    fields: {
      projeto: 'o quadro “Cidade a Pé”',
      origem: 'uma caminhada errada no centro',
      tempo: 'quatro meses',
      'para quem': 'quem acha que já conhece a própria cidade',
      frequência: 'toda quinta, às 19h',
      onde: 'vídeo, aqui e no YouTube',
    },
  },
  {
    id: 'agenda-aberta',
    occasion: 'promocao',
    title: 'Agenda aberta para clientes',
    mediaType: 'IMAGE',
    frames: ['Sua mesa de trabalho ou um trabalho recente, com “agenda aberta” na imagem'],
    caption: `Abrimos {vagas} vagas para {serviço} em {mês}.

Funciona bem para {para quem}. O pacote inclui {incluído} e começa em {preço}.

Antes da proposta, marcamos uma conversa de {conversa} para entender se faz sentido. Se não fizer, a gente diz.

Escreva “agenda” no direct.

#marketingdigital #socialmedia #agencia #agendaaberta`,
    fields: {
      vagas: 'três',
      serviço: 'gestão de Instagram',
      mês: 'fevereiro',
      'para quem': 'lojas de bairro que ainda postam sozinhas',
      incluído: '12 posts por mês, legendas e um relatório',
      preço: 'R$ 1.400 por mês',
      conversa: '20 minutos',
    },
  },
  {
    id: 'como-nasce-um-post',
    occasion: 'bastidores',
    title: 'Como nasce um post',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o post pronto, na tela do celular',
      'A ideia anotada, do jeito que veio',
      'A gravação: luz, tripé e improviso',
      'As versões que não passaram',
      'O que mudou depois da revisão',
    ],
    caption: `Este post parece simples. Levou {tempo}.

Começou com {ideia}, teve {versões} e quase saiu com {erro}. O que salvou foi {solução}.

Mostro isso porque, de fora, só aparece o resultado. Qual etapa mais trava o seu trabalho?

#bastidores #criacaodeconteudo #socialmedia #processocriativo`,
    fields: {
      tempo: 'duas tardes',
      ideia: 'um áudio de 40 segundos gravado no ônibus',
      versões: 'três capas',
      erro: 'o nome da cliente errado',
      solução: 'pedir a outra pessoa para ler antes',
    },
  },
  {
    id: 'retrospectiva',
    occasion: 'data',
    title: 'Retrospectiva do ano',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o ano em letra grande',
      'O que deu certo, com uma imagem do momento',
      'O que deu errado e o que ficou de aprendizado',
      'Os números que importam para você',
      'O que vem no ano que começa',
    ],
    caption: `{ano} em quatro linhas:

Deu certo: {deu certo}.
Deu errado: {deu errado}.
Surpreendeu: {surpresa}.
Continua em {próximo ano}: {continua}.

Meu abraço a quem comentou, mandou mensagem e discordou com educação. Faça a sua versão nos comentários, quero ler.

#retrospectiva #fimdeano #criadordeconteudo #balanco`,
    fields: {
      ano: '2026',
      'deu certo': 'o boletim de sexta-feira',
      'deu errado': 'postar todo dia',
      surpresa: 'gente lendo até o fim',
      'próximo ano': '2027',
      continua: 'menos posts e mais conversa',
    },
  },
  {
    id: 'ideias-de-post',
    occasion: 'dica',
    title: 'Cinco ideias para quando falta ideia',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Sem ideia? Escolha uma destas”',
      'Responda a última dúvida que chegou no direct',
      'Mostre um erro seu e o que mudou depois',
      'Compare duas opções que o seu público confunde',
      'Explique um termo da sua área como se fosse para a sua avó',
      'Refaça um post antigo com o que você sabe hoje',
    ],
    caption: `A tela em branco assusta menos com uma lista do lado.

Estas cinco ideias servem para quase qualquer perfil, inclusive o de {área}. Escolha uma, marque {tempo} no relógio e publique do jeito que sair.

Salve para o próximo dia sem assunto e diga qual vai testar primeiro.

#ideiasdeconteudo #criadordeconteudo #socialmedia #dicasdeinstagram`,
    fields: { área: 'um escritório de contabilidade', tempo: '30 minutos' },
  },
  {
    id: 'me-conta',
    occasion: 'pergunta',
    title: 'Pergunta para a comunidade',
    mediaType: 'IMAGE',
    frames: ['A pergunta escrita grande, em fundo liso, com o seu rosto pequeno no canto'],
    caption: `Pergunta sincera, para responder sem pensar muito: {pergunta}

A minha resposta: {resposta}.

Vou ler todas as respostas e, {quando}, faço um vídeo com as melhores. Pode discordar de mim, é até mais divertido.

#comunidade #perguntadodia #criadordeconteudo #conversa`,
    fields: {
      pergunta: 'o que você parou de assistir neste ano?',
      resposta: 'série com mais de três temporadas',
      quando: 'na sexta',
    },
  },
  {
    id: 'caso-de-cliente',
    occasion: 'depoimento',
    title: 'O que o cliente disse',
    mediaType: 'IMAGE',
    frames: ['O trabalho entregue, com o nome do cliente, que autorizou'],
    caption: `“{depoimento}”

Quem diz é {cliente}, com quem trabalhamos há {tempo}. O pedido era {pedido}. Entregamos {entrega}.

Nem tudo ficou bom na primeira versão, e tudo bem: foi nas conversas de ajuste que o trabalho ficou com a cara do cliente.

Tem um projeto parecido? Chame no direct.

#agencia #marketingdigital #cases #socialmedia`,
    fields: {
      depoimento: 'Pela primeira vez, o perfil parece com a loja.',
      cliente: 'a Ótica do Largo',
      tempo: 'cinco meses',
      pedido: 'organizar o Instagram',
      entrega: 'um calendário mensal, modelos de post e um dia de fotos',
    },
  },
];
