import type { TemplateDefinition } from './template-definition.ts';

export const academia: readonly TemplateDefinition[] = [
  {
    id: 'turma-nova',
    occasion: 'novidade',
    title: 'Turma nova',
    mediaType: 'IMAGE',
    frames: [
      'A turma em movimento, ou a sala vazia com a luz acesa, com dias e horários na imagem',
    ],
    caption: `Abrimos turma nova de {modalidade}.

As aulas são {dias}, às {horário}, com {professor}. Servem para {para quem}, e ninguém precisa chegar sabendo.

São {vagas} vagas. Para fazer uma aula experimental, mande “quero” no direct e combinamos o dia.

#academia #treino #aulaexperimental #movimento`,
    fields: {
      modalidade: 'treino funcional',
      dias: 'às terças e quintas',
      horário: '6h30',
      professor: 'a professora Camila',
      'para quem': 'quem está voltando a se exercitar',
      vagas: '12',
    },
  },
  {
    id: 'matricula',
    occasion: 'promocao',
    title: 'Condição de matrícula',
    mediaType: 'IMAGE',
    frames: ['O espaço da academia com o plano e o valor escritos na imagem'],
    caption: `Se faltava um empurrãozinho, aqui está: {oferta}.

Vale para matrículas feitas até {prazo}, no plano {plano}, por {preço}. Inclui {incluído}. As regras estão no contrato, e a gente lê junto com você antes de assinar.

Passe na recepção ou chame no WhatsApp {telefone}.

#academia #matricula #treino #vidaativa`,
    fields: {
      oferta: 'matrícula sem taxa',
      prazo: 'sábado',
      plano: 'trimestral',
      preço: 'R$ 129 por mês',
      incluído: 'musculação e duas aulas coletivas por semana',
      telefone: '(48) 99999-0000',
    },
  },
  {
    id: 'treino-de-hoje',
    occasion: 'bastidores',
    title: 'O treino de hoje',
    mediaType: 'REELS',
    frames: [
      'O quadro com o treino escrito',
      'O aquecimento',
      'Dois ou três exercícios, com o nome na tela',
      'O fim: suor, risada e palma da mão',
    ],
    caption: `O que teve por aqui hoje: {treino}.

Foram {duração}, com pausas, cada pessoa na sua carga. {professor} ajusta os movimentos um por um, porque o mesmo exercício não serve igual para todo mundo.

Quem topa o de {próximo}?

#treinododia #funcional #academia #bastidores`,
    fields: {
      treino: 'agachamento, remada e muita corda',
      duração: '50 minutos',
      professor: 'O professor Igor',
      próximo: 'amanhã, às 7h',
    },
  },
  {
    id: 'primeira-semana',
    occasion: 'dica',
    title: 'Primeira semana de treino',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Primeira semana? Comece por aqui”',
      'Avise o professor sobre dores, lesões e remédios',
      'Comece com menos carga do que acha que aguenta',
      'Durma e beba água: o treino também acontece no descanso',
      'Marque os dias na agenda, como qualquer compromisso',
    ],
    caption: `A primeira semana não é para provar nada a ninguém.

Conte ao professor o que dói e o que já tratou, comece com pouca carga e respeite os dias de descanso. Uma dorzinha muscular nos primeiros dias costuma ser normal. Se a dor for forte ou não passar, pare e procure um profissional de saúde.

Quem orienta: {professor}, CREF {registro}.

Salve e mande para quem prometeu começar com você.

#academia #dicadetreino #iniciantes #vidaativa`,
    fields: { professor: 'Camila Torres', registro: '000000-G/SC' },
  },
  {
    id: 'ano-novo',
    occasion: 'data',
    title: 'Primeiro treino do ano',
    mediaType: 'IMAGE',
    frames: ['A porta da academia abrindo de manhã cedo, com a data na imagem'],
    caption: `O ano começa {dia}, às {horário}, aqui na porta.

Sem meta impossível: a nossa proposta é treinar {frequência}, durante {período}, e só então pensar no próximo passo.

Conte nos comentários qual é o seu primeiro passo e marque quem vai junto. Combinado com testemunha funciona melhor.

#anonovo #academia #treino #comecodeano`,
    fields: {
      dia: 'no dia 2',
      horário: '6h',
      frequência: 'duas vezes por semana',
      período: 'seis semanas',
    },
  },
  {
    id: 'historia-de-aluno',
    occasion: 'depoimento',
    title: 'História de quem treina aqui',
    mediaType: 'IMAGE',
    frames: ['O aluno ou a aluna no treino, em pose natural, com autorização'],
    caption: `“{depoimento}”

{aluno} treina com a gente há {tempo}. Começou por causa de {motivo} e hoje {conquista}.

Cada pessoa tem o seu ritmo, e o bonito é isso. Qual foi a sua última pequena vitória? Conte aqui.

#academia #historiasreais #treino #motivacao`,
    fields: {
      depoimento: 'Subi a escada de casa conversando. Parece pouco, mas para mim não é.',
      aluno: 'Seu Jorge',
      tempo: 'um ano',
      motivo: 'uma dor nas costas',
      conquista: 'carrega as compras sozinho',
    },
  },
  {
    id: 'horario-de-feriado',
    occasion: 'aviso',
    title: 'Horário no feriado',
    mediaType: 'STORIES',
    frames: ['A recepção ou a fachada, com os dois horários bem grandes'],
    caption: `No feriado, abrimos das {horário}.

Aulas coletivas: {aulas}. No dia seguinte, tudo normal.`,
    fields: { horário: '8h às 14h', aulas: 'só a das 9h' },
  },
];
