import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';

export const readmeText = (now: Date): string => `Seus dados na Pontual
Gerado em ${formatDate(now)} às ${formatTime(now)} (Brasília)

O QUE HÁ AQUI

conta.json       E-mail, plano, assinatura, preferências de avisos, troca de e-mail pendente,
                 entrada com o Google, sessões abertas, aparelhos que recebem avisos, tokens de
                 acesso, webhooks, resumos da semana enviados e posts que se repetem (series).
instagram.json   A conta do Instagram conectada e a página do Facebook.
metricas.json    O que o Instagram contou da conta em cada dia (Brasília): seguidores, alcance,
                 visualizações, contas com engajamento e interações. Nos planos com Analytics.
posts-001.json   Os seus posts, na ordem em que foram criados, com o histórico de cada um
                 (history) e os arquivos (mediaItems). Até 500 por arquivo: com mais posts, há
                 posts-002.json e os seguintes.
avisos.json      Os avisos sobre posts e sobre a conexão, dos últimos 90 dias.
mensagens.json   O que você escreveu para o suporte com a conta aberta, dos últimos 2 anos.
modelos.json     Os seus modelos de post: nome, tipo, legenda e roteiro das imagens (frames).
equipe.json      As equipes de que você faz parte; daquela pela qual você responde, as pessoas, o
                 acesso de cada uma e os convites; e o que você respondeu sobre posts de outras
                 (answersElsewhere).
historico.json   Quem fez o quê na sua equipe, e o que você fez em outras, nos últimos 12 meses.
lotes.json       O que você agendou de uma vez: quando, quantos posts, e quais deles ainda existem
                 (postIds).
envios.json      Arquivos que você enviou nas últimas 24 horas.
acessos.json     Registros de acesso à sua conta, dos últimos 6 meses: data, endereço IP e porta.
midia/           As fotos e os vídeos. O nome traz o dia, o post (_id) e a posição nele. Uma foto
                 cortada ou com margem tem ao lado a foto inteira (_inteira). Em midia/envios está
                 o que ainda não faz parte de um post. A foto de perfil começa com perfil_.
equipe-2/        Só existe se você responde por mais de uma equipe. Os arquivos acima são da última
                 em que você trabalhou (o nome está em conta.json); nesta pasta está tudo da
                 outra, menos o que é só seu. Com mais equipes, há equipe-3/ e as seguintes.
faltou.txt       Só existe se algum arquivo de mídia não pôde ser lido, e diz quais.

COMO LER

Os arquivos .json estão em UTF-8 e usam os nomes de campos da nossa API, para que outro programa
possa lê-los. Alguns deles:

_id              identificador na Pontual
caption          legenda
scheduledTime    horário agendado
publishedAt      horário da publicação
status           draft (rascunho), scheduled (agendado), pending (publicando),
                 published (publicado), failed, error ou expired (não saiu)
mediaType        IMAGE, VIDEO, REELS, STORIES ou CAROUSEL
mediaItems.file  onde a foto ou o vídeo está, a partir da mesma pasta
altText          texto alternativo
permalink        link do post no Instagram
insights         o que o Instagram contou do post por último: visualizações (views), alcance
                 (reach), curtidas (likes), comentários (comments), salvamentos (saved), envios
                 (shares) e interações; em readings, cada leitura. Nulo: ele não informou
userTags         pessoas marcadas
instagramAccountId   identificador da sua conta no Instagram

Datas e horas estão em UTC (ISO 8601): 15:00 em Brasília aparece como 18:00Z.

O QUE NÃO ESTÁ AQUI

A sua senha, as chaves das sessões, dos tokens de acesso, dos webhooks e dos avisos no
aparelho e as credenciais do Instagram: só guardamos resumos delas ou as guardamos cifradas, e
elas abririam a sua conta a quem tivesse este arquivo. Também não estão os controles internos do
envio e da publicação, como as marcas que evitam um post repetido, nem as miniaturas, que fazemos
das suas fotos e vídeos.

O que você muda enquanto o arquivo é gerado pode aparecer como era antes ou depois da mudança.

Este arquivo diz muito sobre você. Guarde-o num lugar seguro.
`;

export const missingFilesText = (names: readonly string[]): string =>
  `Estes arquivos não puderam ser lidos quando os seus dados foram reunidos. O resto está completo.
Baixe de novo mais tarde ou escreva para nós.

${names.join('\n')}
`;
