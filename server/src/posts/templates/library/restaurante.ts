import type { TemplateDefinition } from './template-definition.ts';

export const restaurante: readonly TemplateDefinition[] = [
  {
    id: 'prato-novo',
    occasion: 'novidade',
    title: 'Prato novo no cardápio',
    mediaType: 'IMAGE',
    frames: ['De cima ou a 45 graus: {prato}, com talheres e uma bebida ao lado'],
    caption: `Estreou no cardápio: {prato}.

Leva {ingredientes}. Pensamos nele para {ocasião}.

Serve {porção} e sai por {preço}. A partir de {início}, no salão e no delivery.

#restaurante #cardapionovo #ondecomer #gastronomia`,
    fields: {
      prato: 'nhoque de mandioquinha',
      ingredientes: 'ragu de costela, agrião e queijo da Canastra',
      ocasião: 'as noites mais frias',
      porção: 'uma pessoa com fome',
      preço: 'R$ 56',
      início: 'quinta-feira',
    },
  },
  {
    id: 'almoco-da-semana',
    occasion: 'promocao',
    title: 'Almoço da semana',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Almoço da semana” e o preço',
      'Segunda-feira: {segunda}',
      'Terça-feira: {terça}',
      'Quarta-feira: {quarta}',
      'Quinta-feira: {quinta}',
      'Sexta-feira: {sexta}',
    ],
    caption: `O almoço da semana já está decidido:

Segunda: {segunda}
Terça: {terça}
Quarta: {quarta}
Quinta: {quinta}
Sexta: {sexta}

Cada prato sai por {preço}, das {horário}. Salve este post e chame o pessoal do trabalho.

#almoco #pratododia #restaurante #almocoexecutivo`,
    fields: {
      segunda: 'virado à paulista',
      terça: 'frango com quiabo',
      quarta: 'feijoada',
      quinta: 'macarronada com polpetone',
      sexta: 'peixe assado com pirão',
      preço: 'R$ 32',
      horário: '11h30 às 15h',
    },
  },
  {
    id: 'um-prato-inteiro',
    occasion: 'bastidores',
    title: 'Um prato, do começo ao fim',
    mediaType: 'REELS',
    frames: [
      'Os ingredientes na bancada',
      'O fogo, a panela e o som do preparo, sem música por cima',
      'A montagem do prato, de cima',
      'O prato chegando à mesa',
    ],
    caption: `Da bancada à mesa em poucos segundos. Na vida real, {prato} leva {tempo}.

Quem prepara é {quem}, que cuida desta receita desde {desde}. O segredo, segundo a cozinha: {segredo}.

Ficou com vontade? Estamos abertos {horário}.

#cozinha #bastidores #restaurante #comidadeverdade`,
    fields: {
      prato: 'o nosso barreado',
      tempo: '14 horas',
      quem: 'o chef Anselmo',
      desde: 'o primeiro dia da casa',
      segredo: 'fogo baixo e paciência',
      horário: 'de terça a domingo, das 12h às 22h',
    },
  },
  {
    id: 'dia-dos-namorados',
    occasion: 'data',
    title: 'Jantar do Dia dos Namorados',
    mediaType: 'IMAGE',
    frames: ['A mesa posta para dois, com a luz da casa à noite'],
    caption: `12 de junho pede mesa reservada.

Para a noite dos namorados, preparamos {menu}, por {preço} o casal. São dois horários, {horários}, e {mesas} mesas em cada um.

Reserve pelo WhatsApp {telefone}. Confirmamos todas as reservas por mensagem.

Mande para quem vai com você, como quem não quer nada.

#diadosnamorados #jantaradois #reservas #restaurante`,
    fields: {
      menu: 'entrada, prato principal, sobremesa e uma taça de vinho',
      preço: 'R$ 240',
      horários: '19h e 21h30',
      mesas: '18',
      telefone: '(31) 99999-0000',
    },
  },
  {
    id: 'duvida-do-dia',
    occasion: 'pergunta',
    title: 'A dúvida de todo almoço',
    mediaType: 'IMAGE',
    frames: ['Os dois pratos lado a lado, cada um com o nome na imagem'],
    caption: `Uma mesa, dois pratos e ninguém quer dividir.

De um lado, {opção um}. Do outro, {opção dois}.

Qual vai ser o seu? Responda nos comentários e marque quem sempre pede o contrário de você.

#restaurante #almoco #qualvocescolhe #comidaboa`,
    fields: { 'opção um': 'parmegiana de filé', 'opção dois': 'strogonoff com batata palha' },
  },
  {
    id: 'recado-de-cliente',
    occasion: 'depoimento',
    title: 'Recado que veio da mesa',
    mediaType: 'IMAGE',
    frames: ['O bilhete, a avaliação ou a foto que o cliente autorizou, com o prato ao lado'],
    caption: `“{depoimento}”

Quem deixou este recado foi {cliente}, que veio por causa de {motivo} e saiu já marcando a volta.

Contar como foi ajuda quem ainda não conhece a casa. Já veio? Deixe a sua avaliação, a gente lê todas.

#restaurante #clientes #ondecomer #avaliacao`,
    fields: {
      depoimento: 'O atendimento é tão bom quanto a comida.',
      cliente: 'a família Rocha',
      motivo: 'um aniversário',
    },
  },
  {
    id: 'fechado-hoje',
    occasion: 'aviso',
    title: 'Mudança de horário',
    mediaType: 'STORIES',
    frames: ['Fundo de cor lisa da marca, com o dia e o horário em letra grande'],
    caption: `Atenção ao horário: {dia}, vamos atender das {horário}.

Motivo: {motivo}. No dia seguinte, tudo volta ao normal.`,
    fields: { dia: 'nesta quarta', horário: '18h às 22h', motivo: 'evento fechado no almoço' },
  },
];
