import type { TemplateDefinition } from './template-definition.ts';

export const escola: readonly TemplateDefinition[] = [
  {
    id: 'turma-nova',
    occasion: 'novidade',
    title: 'Turma nova com data para começar',
    mediaType: 'IMAGE',
    frames: ['A sala ou o professor em aula, com o nome do curso e a data de início'],
    caption: `{curso}: a nova turma começa em {início}.

São {duração}, {dias}, das {horário}, {formato}. Você sai sabendo {resultado}.

Não precisa de {pré-requisito}. As turmas são de até {vagas} pessoas, para dar tempo de tirar dúvida.

Inscrições pelo link da bio.

#curso #inscricoesabertas #aprender #educacao`,
    fields: {
      curso: 'Fotografia com celular',
      início: '9 de março',
      duração: 'seis encontros',
      dias: 'às segundas',
      horário: '19h às 21h',
      formato: 'presenciais',
      resultado: 'fotografar produto com luz natural e editar no próprio aparelho',
      'pré-requisito': 'experiência nem câmera',
      vagas: '12',
    },
  },
  {
    id: 'matriculas',
    occasion: 'promocao',
    title: 'Matrícula com condição especial',
    mediaType: 'IMAGE',
    frames: ['O prazo e a condição em destaque, sobre uma foto da escola'],
    caption: `Quem se matricula até {prazo} paga {preço} no lugar de {preço cheio}.

Vale para {turmas}, em até {parcelas}. Rematrículas e irmãos têm {condição extra}.

Quer conhecer antes? Marque uma visita ou uma aula experimental pelo WhatsApp {telefone}.

#matriculasabertas #escola #cursos #educacao`,
    fields: {
      prazo: '15 de dezembro',
      preço: 'R$ 1.740 pelo semestre',
      'preço cheio': 'R$ 2.040',
      turmas: 'as turmas de inglês da manhã',
      parcelas: '6 parcelas',
      'condição extra': 'mais 5% de desconto',
      telefone: '(85) 99999-0000',
    },
  },
  {
    id: 'um-dia-de-aula',
    occasion: 'bastidores',
    title: 'Um dia de aula',
    mediaType: 'REELS',
    frames: [
      'A sala sendo preparada antes de a turma chegar',
      'As mãos trabalhando, sem mostrar rostos de crianças',
      'O resultado da aula em cima da mesa',
      'A sala vazia de novo, com o quadro cheio',
    ],
    caption: `A aula de hoje foi sobre {tema}, e ninguém quis ir embora na hora.

A turma de {turma} começou com {começo} e terminou com {fim}. No meio, teve erro, risada e gente ensinando gente.

Pais e alunos: qual foi a melhor descoberta da semana?

#escola #saladeaula #aprenderfazendo #bastidores`,
    fields: {
      tema: 'circuitos elétricos',
      turma: 'robótica',
      começo: 'uma pilha e um fio',
      fim: 'uma luminária que acende de verdade',
    },
  },
  {
    id: 'dia-dos-professores',
    occasion: 'data',
    title: 'Dia dos Professores',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “15 de outubro, Dia dos Professores”',
      'Cada professor numa imagem, com nome e uma frase que sempre repete',
      'Espaço para os alunos marcarem quem foi importante',
    ],
    caption: `Quem ensina deixa frases que a gente repete sem perceber.

Aqui na escola, as mais famosas são: {frases}.

Neste 15 de outubro, o nosso abraço vai para {professores}, que fazem o conteúdo virar conversa.

Marque nos comentários quem ensinou algo que você usa até hoje.

#diadosprofessores #professor #escola #educacao`,
    fields: {
      frases: '“lê de novo com calma” e “me explica com as suas palavras”',
      professores: 'as professoras e os professores da casa',
    },
  },
  {
    id: 'depoimento',
    occasion: 'depoimento',
    title: 'Quem já fez conta como foi',
    mediaType: 'IMAGE',
    frames: ['O aluno com o trabalho que fez no curso, com autorização'],
    caption: `“{depoimento}”

{aluno} fez {curso} e terminou com {trabalho}. Quando chegou, dizia que {antes}.

O mérito é de quem apareceu em todas as aulas. A gente só mostrou o caminho.

Quer fazer a próxima turma? O link está na bio.

#alunos #curso #aprender #depoimento`,
    fields: {
      depoimento: 'Descobri que eu não era ruim em matemática, só tinha pressa.',
      aluno: 'O Vinícius',
      curso: 'o reforço do semestre',
      trabalho: 'um caderno inteiro de exercícios resolvidos',
      antes: 'não levava jeito',
    },
  },
  {
    id: 'estudar-em-casa',
    occasion: 'dica',
    title: 'Estudar em casa rende mais assim',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “Estudar em casa: 4 ajustes simples”',
      'Um lugar fixo, mesmo que seja um canto da mesa',
      'Blocos curtos, com pausa de verdade entre eles',
      'O celular em outro cômodo',
      'No fim, explicar a matéria em voz alta para alguém',
    ],
    caption: `Estudar mais horas nem sempre é estudar melhor.

Escolha um lugar fixo, faça blocos curtos com pausas, deixe o celular longe e, no fim, explique a matéria em voz alta. Se travar na explicação, você achou o que revisar.

Teste por {período} e volte para contar. Salve para a semana de provas.

#estudos #dicasdeestudo #escola #concentracao`,
    fields: { período: 'uma semana' },
  },
  {
    id: 'recesso',
    occasion: 'aviso',
    title: 'Recesso e volta às aulas',
    mediaType: 'IMAGE',
    frames: ['As datas do recesso e da volta, sobre uma foto do pátio'],
    caption: `Datas para colocar na geladeira:

Último dia de aula: {último dia}
Recesso: {recesso}
Volta às aulas: {volta}

Durante o recesso, a secretaria atende {secretaria}. Boas férias a todas as famílias.

#escola #recesso #ferias #calendarioescolar`,
    fields: {
      'último dia': '4 de julho',
      recesso: 'de 7 a 25 de julho',
      volta: '28 de julho',
      secretaria: 'de segunda a sexta, das 8h às 12h',
    },
  },
];
