import type { TemplateDefinition } from './template-definition.ts';

export const imobiliaria: readonly TemplateDefinition[] = [
  {
    id: 'imovel-novo',
    occasion: 'novidade',
    title: 'Imóvel novo na carteira',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: o melhor ângulo do imóvel, com bairro e metragem',
      'A sala, de dia e com as cortinas abertas',
      'A cozinha e a área de serviço',
      'Os quartos e os banheiros',
      'A planta ou a vista da janela',
    ],
    caption: `{tipo} em {bairro}, com {área}.

Tem {quartos}, {vagas} e {destaque}. Fica a {distância} {referência}.

Valor: {preço}
Condomínio e IPTU: {despesas}

Arraste para conhecer e chame no WhatsApp {telefone} para visitar.

CRECI {creci}

#imoveis #apartamento #imobiliaria #casanova`,
    fields: {
      tipo: 'Apartamento',
      bairro: 'Santa Cecília',
      área: '74 m²',
      quartos: '2 quartos',
      vagas: '1 vaga',
      destaque: 'uma varanda que pega o sol da manhã',
      distância: '5 minutos a pé',
      referência: 'do metrô',
      preço: 'R$ 620 mil',
      despesas: 'R$ 890 por mês',
      telefone: '(11) 99999-0000',
      creci: '00000-J',
    },
  },
  {
    id: 'valor-revisto',
    occasion: 'promocao',
    title: 'O valor mudou',
    mediaType: 'IMAGE',
    frames: ['A melhor foto do imóvel, com o valor de antes riscado e o de agora em destaque'],
    caption: `O proprietário reviu o valor: {imóvel}, em {bairro}, passou de {preço anterior} para {preço}.

O que não mudou: {destaque}.

Visitas {dias}, com hora marcada. Se este imóvel já esteve na sua lista, é o momento de olhar de novo.

Fale com {corretor}, CRECI {creci}, pelo WhatsApp {telefone}.

#imoveis #oportunidade #imobiliaria #casapropria`,
    fields: {
      imóvel: 'a casa de 3 quartos com quintal',
      bairro: 'Nova Suíça',
      'preço anterior': 'R$ 540 mil',
      preço: 'R$ 499 mil',
      destaque: 'a jabuticabeira no fundo e a rua sem saída',
      dias: 'de quarta a sábado',
      corretor: 'Sandra',
      creci: '00000-F',
      telefone: '(62) 99999-0000',
    },
  },
  {
    id: 'tour',
    occasion: 'bastidores',
    title: 'Visita em um minuto',
    mediaType: 'REELS',
    frames: [
      'A chave abrindo a porta',
      'Os cômodos em sequência, câmera na altura do peito e sem correr',
      'A janela aberta, com o som da rua',
      'O corretor dizendo o valor e como visitar',
    ],
    caption: `Venha comigo: {imóvel}, em {bairro}.

Repare em {detalhe um} e em {detalhe dois}. Não aparece no vídeo, mas conta: {o que não aparece}.

{preço}. Quer ver ao vivo? Mande “visita” no direct.

CRECI {creci}

#tourpelacasa #imoveis #imobiliaria #apartamento`,
    fields: {
      imóvel: 'um estúdio de 32 m²',
      bairro: 'Botafogo',
      'detalhe um': 'como a luz entra às 10h',
      'detalhe dois': 'quanto cabe nos armários',
      'o que não aparece': 'a rua é silenciosa à noite',
      preço: 'Aluguel de R$ 2.400, com condomínio',
      creci: '00000-F',
    },
  },
  {
    id: 'documentos',
    occasion: 'dica',
    title: 'Documentos para financiar',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Vai financiar? Separe isto antes”',
      'Documentos pessoais e comprovante de estado civil',
      'Comprovante de residência recente',
      'Comprovantes de renda e declaração do Imposto de Renda',
      'Extrato do FGTS, se for usar',
    ],
    caption: `Financiamento anda mais rápido quando a papelada chega completa.

O que costuma ser pedido: documento com foto e CPF, certidão de estado civil, comprovante de residência, comprovantes de renda, declaração do Imposto de Renda e, se for usar, extrato do FGTS. Cada banco pode pedir algo a mais.

Na dúvida, {corretor} ajuda a montar a sua lista: {telefone}. CRECI {creci}

Salve para o dia em que a casa certa aparecer.

#financiamentoimobiliario #casapropria #imoveis #dica`,
    fields: { corretor: 'Sandra', telefone: '(62) 99999-0000', creci: '00000-F' },
  },
  {
    id: 'chaves-entregues',
    occasion: 'depoimento',
    title: 'Chaves entregues',
    mediaType: 'IMAGE',
    frames: ['As mãos com a chave, na porta da casa nova, com autorização'],
    caption: `Chaves entregues.

{cliente} procurou por {tempo}, visitou {visitas} e encontrou o lugar certo em {bairro}.

“{depoimento}”

Que a casa nova venha com muita visita boa. E, para quem ainda está procurando: a gente continua abrindo portas.

CRECI {creci}

#chavesnamao #casanova #imoveis #imobiliaria`,
    fields: {
      cliente: 'A família Nunes',
      tempo: 'sete meses',
      visitas: '14 imóveis',
      bairro: 'Perdizes',
      depoimento: 'Entrei na cozinha e já vi a nossa mesa ali.',
      creci: '00000-J',
    },
  },
  {
    id: 'ano-novo-casa-nova',
    occasion: 'data',
    title: 'Ano novo, endereço novo',
    mediaType: 'IMAGE',
    frames: ['Uma porta com guirlanda ou um capacho novo, com a frase na imagem'],
    caption: `Tem gente que faz lista de ano novo. Tem gente que faz mudança.

Se {ano} é o seu ano de trocar de endereço, comece por três perguntas: quanto cabe no mês, perto de que lugar você faz questão de ficar e o que a casa de hoje não tem.

Mande as respostas no direct. Voltamos em {retorno}, já com sugestões.

CRECI {creci}

#anonovo #casanova #mudanca #imoveis`,
    fields: { ano: '2027', retorno: '6 de janeiro', creci: '00000-J' },
  },
  {
    id: 'plantao-de-visitas',
    occasion: 'aviso',
    title: 'Plantão de visitas',
    mediaType: 'STORIES',
    frames: ['A fachada do imóvel, com o dia, a hora e o endereço'],
    caption: `Plantão de visitas: {dia}, das {horário}.

{imóvel}, {endereço}. É só chegar. CRECI {creci}`,
    fields: {
      dia: 'sábado',
      horário: '10h às 14h',
      imóvel: 'Apartamento de 2 quartos',
      endereço: 'Rua das Acácias, 210',
      creci: '00000-J',
    },
  },
];
