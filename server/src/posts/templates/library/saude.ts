import type { TemplateDefinition } from './template-definition.ts';

/**
 * The councils of these professions require the name of the responsible professional and forbid prices,
 * discounts and promised results.
 */
export const saude: readonly TemplateDefinition[] = [
  {
    id: 'profissional-novo',
    occasion: 'novidade',
    title: 'Profissional novo na equipe',
    mediaType: 'IMAGE',
    frames: ['Retrato com a luz da clínica, com nome, especialidade e registro na imagem'],
    caption: `A nossa equipe cresceu: {profissional} agora atende aqui.

É da área de {especialidade} e recebe {público}, {dias}. Gosta de explicar cada passo antes de começar, então venha com as suas perguntas.

Registro: {registro}.
Agendamentos pelo telefone {telefone}.

#clinica #saude #equipe #cuidado`,
    fields: {
      profissional: 'a dra. Helena Matos',
      especialidade: 'odontopediatria',
      público: 'crianças de todas as idades',
      dias: 'às terças e sextas',
      registro: 'CRO-MG 00000',
      telefone: '(31) 3333-0000',
    },
  },
  {
    id: 'fio-dental',
    occasion: 'dica',
    title: 'Fio dental sem segredo',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Fio dental: do jeito certo, em 4 passos”',
      'Separe uns 40 centímetros e enrole nos dedos do meio',
      'Entre com calma, abraçando o dente em forma de C',
      'Suba e desça nos dois lados de cada espaço',
      'Use um trecho limpo para o próximo dente',
    ],
    caption: `A escova limpa o que alcança. Entre um dente e outro, quem chega é o fio.

Use uma vez por dia, de preferência antes de dormir, e entre devagar, abraçando o dente. Se a gengiva sangra com frequência, marque uma avaliação: é um sinal para investigar, não para parar.

Responsável técnico: {responsável}, {registro}.

Salve e treine hoje à noite.

#fiodental #saudebucal #dentista #dicadesaude`,
    fields: { responsável: 'dr. Paulo Lima', registro: 'CRO-BA 00000' },
  },
  {
    id: 'conheca-a-clinica',
    occasion: 'bastidores',
    title: 'Conheça a clínica por dentro',
    mediaType: 'REELS',
    frames: [
      'A entrada e a recepção',
      'O caminho até a sala, com quem recebe você',
      'A preparação e a esterilização do material',
      'A sala pronta, esperando o próximo paciente',
    ],
    caption: `Para quem fica ansioso antes da consulta: é assim por dentro.

Você é recebido por {recepção}, espera em média {espera} e conversa antes de qualquer procedimento. Entre um paciente e outro, {cuidado}.

Responsável técnico: {responsável}, {registro}.

Ficou alguma dúvida? Pergunte nos comentários ou no direct.

#clinica #bastidores #saude #semmedo`,
    fields: {
      recepção: 'nossa recepcionista, a Neide',
      espera: '10 minutos',
      cuidado: 'a sala é limpa e o material, esterilizado',
      responsável: 'dr. Paulo Lima',
      registro: 'CRO-BA 00000',
    },
  },
  {
    id: 'outubro-rosa',
    occasion: 'data',
    title: 'Outubro Rosa',
    mediaType: 'IMAGE',
    frames: ['O laço rosa e uma frase curta, sem foto de paciente'],
    caption: `Outubro é o mês de lembrar umas às outras de se cuidar.

Conhecer o próprio corpo ajuda, mas não substitui a consulta e os exames de rotina. Converse com a sua médica sobre quais fazer e em que idade, de acordo com a sua história.

Se você vem adiando, este é o recado: {convite}.

Responsável técnica: {responsável}, {registro}.

#outubrorosa #prevencao #saudedamulher #autocuidado`,
    fields: {
      convite: 'marque hoje, pelo telefone (71) 3333-0000',
      responsável: 'dra. Ana Reis',
      registro: 'CRM-BA 00000',
    },
  },
  {
    id: 'caixa-de-duvidas',
    occasion: 'pergunta',
    title: 'Caixa de dúvidas',
    mediaType: 'STORIES',
    frames: ['O profissional sentado, olhando para a câmera, com a caixinha de perguntas por cima'],
    caption: `Abrimos a caixa de dúvidas sobre {assunto}.

Pergunte agora: {profissional} responde {quando}. Para o seu caso em particular, só em consulta.`,
    fields: {
      assunto: 'aparelho nos dentes',
      profissional: 'a dra. Helena',
      quando: 'amanhã de manhã',
    },
  },
  {
    id: 'recesso',
    occasion: 'aviso',
    title: 'Recesso e urgências',
    mediaType: 'IMAGE',
    frames: ['Fundo liso, com as datas do recesso e o telefone de urgência'],
    caption: `De {início} a {fim}, a clínica estará em recesso.

Urgências: {urgência}.
Agendamentos para depois do dia {fim}: pelo telefone {telefone}, a partir de agora.

Se você está em tratamento, siga as orientações da última consulta. Na dúvida, fale com a gente antes de {início}.

#clinica #aviso #recesso #saude`,
    fields: {
      início: '23 de dezembro',
      fim: '5 de janeiro',
      urgência: 'plantão pelo (71) 99999-0000',
      telefone: '(71) 3333-0000',
    },
  },
];
