import type { TemplateDefinition } from './template-definition.ts';

export const pet: readonly TemplateDefinition[] = [
  {
    id: 'produto-novo',
    occasion: 'novidade',
    title: 'Novidade na prateleira',
    mediaType: 'IMAGE',
    frames: ['Na mesma foto: {produto} e um cachorro ou gato da loja'],
    caption: `Chegou {produto}, e o controle de qualidade já foi feito: {provador} aprovou.

É indicado para {para quem} e custa {preço}. Se tiver dúvida sobre tamanho ou idade, pergunte antes de levar, que a gente ajuda a escolher.

Na loja ou com entrega em {entrega}.

#petshop #cachorro #gato #novidadepet`,
    fields: {
      produto: 'o brinquedo de rechear com petisco',
      provador: 'o Paçoca',
      'para quem': 'cães de porte médio que roem tudo',
      preço: 'R$ 49,90',
      entrega: 'até 5 km',
    },
  },
  {
    id: 'banho-e-tosa',
    occasion: 'promocao',
    title: 'Pacote de banhos',
    mediaType: 'IMAGE',
    frames: ['Um pet de banho tomado, com a toalha na cabeça'],
    caption: `{quantidade} banhos por {preço}, para usar em até {validade}.

O pacote vale para pets de {porte} e inclui {incluído}. Cada visita sai por {preço por visita}, e você já deixa os dias marcados.

Temos horários {dias}. Chame no WhatsApp {telefone} e diga a raça e o tamanho.

#banhoetosa #petshop #cachorrolimpo #promocaopet`,
    fields: {
      quantidade: '4',
      preço: 'R$ 240',
      validade: '60 dias',
      porte: 'pequeno porte',
      incluído: 'corte de unhas e limpeza de orelhas',
      'preço por visita': 'R$ 60',
      dias: 'de segunda a quinta',
      telefone: '(41) 99999-0000',
    },
  },
  {
    id: 'dia-de-banho',
    occasion: 'bastidores',
    title: 'Dia de banho',
    mediaType: 'REELS',
    frames: [
      'A chegada, com aquela cara de desconfiança',
      'A espuma e a água morna',
      'A secagem, com o pelo crescendo na tela',
      'A saída, de laço ou lenço, indo até o tutor',
    ],
    caption: `{pet} veio tomar banho e fez questão de dar a sua opinião.

Por aqui ninguém tem pressa: primeiro a gente deixa cheirar tudo, depois vem a água morna. Este banho levou {tempo}, contando {pausas}.

Na saída, o rabo já contava outra história. O seu gosta ou foge?

#petshop #banhoetosa #cachorro #bastidores`,
    fields: { pet: 'Amora', tempo: '1 hora e 20', pausas: 'duas pausas para carinho' },
  },
  {
    id: 'passeio-no-calor',
    occasion: 'dica',
    title: 'Passeio em dia quente',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: cachorro na sombra e o título “Calor: como passear”',
      'O teste do chão: costas da mão no asfalto por alguns segundos',
      'Os melhores horários: começo da manhã e fim da tarde',
      'Água à vontade e pausas na sombra',
      'Sinais de alerta: respiração muito ofegante, moleza, gengiva muito vermelha',
    ],
    caption: `Antes de sair, encoste as costas da mão no chão por alguns segundos. Se queimar a sua pele, queima a patinha também.

Prefira o começo da manhã ou o fim da tarde, leve água e faça pausas na sombra. Cães de focinho curto sofrem ainda mais.

Respiração muito ofegante, moleza ou gengiva muito vermelha? Leve para a sombra e procure um veterinário na hora.

Salve e mande para quem passeia ao meio-dia.

#dicapet #cachorro #calor #cuidadocompet`,
    fields: {},
  },
  {
    id: 'dia-dos-animais',
    occasion: 'data',
    title: 'Dia dos Animais',
    mediaType: 'CAROUSEL',
    frames: [
      'Capa: “4 de outubro, dia deles”',
      'Os pets da equipe, um por imagem, com nome e mania',
      'Um convite para os clientes mandarem a foto do seu',
    ],
    caption: `4 de outubro é o Dia dos Animais, então hoje quem posta são eles.

Estes são os bichos da nossa equipe, com nome e mania: {pets}.

Agora é a sua vez: publique uma foto do seu e marque a gente. Vamos repostar nos stories {quantidade}.

#diadosanimais #petshop #cachorro #gato`,
    fields: {
      pets: 'Paçoca, que dorme no balcão, e Frida, que não gosta de segunda-feira',
      quantidade: 'todas as que couberem no dia',
    },
  },
  {
    id: 'nome-mais-original',
    occasion: 'pergunta',
    title: 'Por que esse nome?',
    mediaType: 'IMAGE',
    frames: ['Um pet da casa encarando a câmera, com o nome dele escrito'],
    caption: `Este é {pet}. O nome veio de {origem}.

E o seu, como se chama e por quê? Conte nos comentários. As histórias mais curiosas vão para os nossos stories.

#petshop #nomedepet #cachorro #gato`,
    fields: { pet: 'o Farofa', origem: 'um acidente no churrasco' },
  },
  {
    id: 'plantao',
    occasion: 'aviso',
    title: 'Horário e telefone de emergência',
    mediaType: 'STORIES',
    frames: ['Fundo claro com as datas, o horário e o telefone em destaque'],
    caption: `{período}: atendemos das {horário}.

Emergência fora desse horário: {clínica}, {telefone}. Tire um print para não precisar procurar.`,
    fields: {
      período: 'De sexta a domingo',
      horário: '9h às 13h',
      clínica: 'Clínica Veterinária 24 h do Centro',
      telefone: '(41) 3333-0000',
    },
  },
];
