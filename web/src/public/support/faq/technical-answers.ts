import type { FaqCategory } from './answer.ts';

/** The claims about files quote the specification; the form shows the enforced limits. */
export const technicalAnswers: FaqCategory = {
  id: 'tecnico',
  answers: [
    {
      id: 'quais-sao-os-limites-dos-videos',
      question: 'Quais são os limites dos vídeos?',
      blocks: [
        [
          'Formato: MP4, com menos de 300 MB.',
          'Reels: até 60 segundos.',
          'Stories: até 15 segundos.',
        ],
        'Com esses números um vídeo sempre serve. O Instagram hoje aceita vídeos mais longos, e a Pontual também: ao escolher o arquivo, o formulário mostra o limite que vale e avisa se algo não serve.',
      ],
    },
    {
      id: 'qual-e-a-proporcao-certa',
      question: 'Qual é a proporção certa das imagens e dos vídeos?',
      blocks: [
        ['Posts: 1:1, o quadrado.', 'Stories e Reels: 9:16, a tela inteira do celular.'],
        'No feed, imagens entre 4:5 (retrato) e 1,91:1 (paisagem) também servem. Fora disso, a Pontual oferece recortar ou completar com margem, e você vê a prévia antes.',
      ],
    },
    {
      id: 'por-que-o-meu-arquivo-foi-recusado',
      question: 'Por que o meu arquivo foi recusado?',
      blocks: [
        'A mensagem ao lado do arquivo diz o motivo. Os mais comuns:',
        [
          'A imagem passa de 8 MB, ou o vídeo de 300 MB.',
          'O tipo de post não aceita o arquivo: um vídeo não cabe em um post de imagem.',
          'O arquivo está corrompido ou tem um formato que não conseguimos ler.',
          'O vídeo é curto ou longo demais para o tipo de post.',
        ],
        'Exporte de novo em JPEG ou em MP4 (H.264) e tente outra vez. Os outros arquivos da seleção você aproveita com um clique.',
      ],
    },
    {
      id: 'por-que-o-video-esta-sendo-convertido',
      question: 'Por que o meu vídeo está sendo convertido?',
      blocks: [
        'O Instagram só aceita vídeos de um jeito. Quando o seu é diferente, nós convertemos e mostramos o andamento. Você não precisa esperar: pode agendar e fechar a página. Vídeos de posts que saem antes são convertidos antes.',
      ],
    },
    {
      id: 'a-internet-caiu-durante-o-envio',
      question: 'A internet caiu durante o envio. Perdi tudo?',
      blocks: [
        'Não. Arquivos grandes continuam de onde pararam quando a conexão volta. O que você escreveu fica guardado no seu navegador, e a página oferece continuar de onde você estava.',
      ],
    },
    {
      id: 'meu-post-esta-pendente',
      question: 'Meu post está Pendente há alguns minutos. É normal?',
      blocks: [
        'É. O Instagram pode estar lento, ou estamos confirmando com ele se o post já saiu, para não publicar duas vezes. Abra o post: ele mostra o motivo e, quando dá para saber, uma previsão.',
        'Não publique à mão sem avisar: se não puder esperar, use Publicar eu mesmo no post. A Pontual para de tentar, e ele não sai duas vezes.',
      ],
    },
    {
      id: 'a-qualidade-caiu-depois-de-publicar',
      question: 'A qualidade caiu depois de publicar. Por quê?',
      blocks: [
        'O Instagram comprime tudo o que recebe. Para perder o mínimo, envie imagens com 1080 a 1440 pixels de largura e vídeos em 1080p. Evite arquivos que já passaram por um aplicativo de mensagens.',
      ],
    },
    {
      id: 'a-pagina-nao-abre',
      question: 'A página não abre ou mostra um erro. O que faço?',
      blocks: [
        [
          'Recarregue a página: a Pontual pode ter acabado de ser atualizada.',
          'Atualize o navegador. Funcionam as versões atuais de Chrome, Edge, Firefox e Safari.',
          'Desligue extensões que bloqueiam conteúdo e tente de novo.',
        ],
        'Se continuar, escreva para nós com o endereço da página, a hora e a referência do erro, se houver. O que está agendado sai do mesmo jeito.',
      ],
    },
  ],
};
