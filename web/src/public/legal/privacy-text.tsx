import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Company, Contact, DataProtectionOfficer } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

/** Each sentence describes the behaviour of the code; keep both in step. */
export const privacySections: readonly LegalSection[] = [
  {
    id: 'resumo',
    title: 'Em poucas palavras',
    body: (
      <ul>
        <li>Guardamos o que é preciso para agendar e publicar os seus posts. Nada mais.</li>
        <li>Não vendemos dados, não mostramos publicidade e não criamos perfis de ninguém.</li>
        <li>Seus arquivos e legendas vão para o Instagram quando você agenda um post.</li>
        <li>Só contamos visitas se você aceitar, e você pode mudar de ideia quando quiser.</li>
        <li>Você pode levar tudo embora ou apagar a conta.</li>
      </ul>
    ),
  },
  {
    id: 'responsavel',
    title: 'Quem é o responsável',
    body: (
      <>
        <Company />
        <p>Para a LGPD (Lei 13.709/2018), é ele o controlador dos dados de que este texto fala.</p>
        <Contact />
        <DataProtectionOfficer />
      </>
    ),
  },
  {
    id: 'dados',
    title: 'Quais dados guardamos',
    body: (
      <>
        <h3>Da sua conta</h3>
        <ul>
          <li>O seu e-mail.</li>
          <li>
            A sua senha, só como um resumo irreversível (argon2id). Ninguém consegue lê-la, nem nós.
          </li>
          <li>
            Se você entra com o Google: o identificador da sua conta lá e o e-mail confirmado.
          </li>
          <li>O seu plano e a situação da assinatura.</li>
          <li>
            As suas sessões: quando começaram, quando foram usadas e qual navegador foi usado. Da
            chave da sessão guardamos só um resumo.
          </li>
        </ul>
        <h3>De quem trabalha com você</h3>
        <ul>
          <li>
            Se você convida outras pessoas: o nome da equipe, o e-mail e o acesso de cada uma, e os
            convites, com o e-mail de quem foi convidado. Do link do convite guardamos só um resumo.
          </li>
          <li>
            O que cada pessoa fez na equipe e quando, com o começo da legenda do post (80
            caracteres).
          </li>
        </ul>
        <h3>Dos programas que você liga</h3>
        <ul>
          <li>
            Tokens de acesso: o nome, o que permitem, até quando valem e quando foram usados. Do
            token guardamos só um resumo.
          </li>
          <li>
            Webhooks: o endereço, os avisos que ele recebe, os envios e o que ele respondeu. O
            segredo que assina os envios fica cifrado.
          </li>
        </ul>
        <h3>Da sua conta do Instagram</h3>
        <ul>
          <li>
            Nome de usuário, foto de perfil, os identificadores da conta e do seu usuário, e por
            qual caminho você a conectou. Se foi pela página do Facebook, também o identificador
            dela; se foi direto pelo Instagram, nada do Facebook.
          </li>
          <li>
            As credenciais que a Meta nos dá para publicar por você. Ficam cifradas (AES-256-GCM). A
            sua senha do Instagram ou do Facebook nunca passa por nós.
          </li>
          <li>
            Para não publicar nada duas vezes, às vezes lemos as publicações recentes da conta e os
            comentários de um post seu. Do que lemos, só guardamos o que é de um post feito aqui.
          </li>
        </ul>
        <h3>Dos seus posts</h3>
        <ul>
          <li>
            Fotos e vídeos, legenda, primeiro comentário, texto alternativo, horário, local, pessoas
            marcadas e colaboradores.
          </li>
          <li>
            Um código de como é cada foto e a capa de cada vídeo, para avisar quando um post se
            parece com outro. Ele não reconhece pessoas. O que você ainda está escrevendo também é
            comparado, e não é guardado por isso.
          </li>
          <li>
            As repetições: em que dias o post sai de novo, o que ele diz e os arquivos. E os lotes:
            quais posts foram agendados juntos. A planilha e o ZIP são abertos no seu navegador:
            recebemos as linhas e os arquivos deles, e guardamos os posts.
          </li>
          <li>Os modelos de post que você salva: nome, legenda e roteiro das imagens.</li>
          <li>
            Os grupos de hashtags que você salva, os locais favoritos e os 20 últimos que você usou.
          </li>
          <li>Os horários da semana em que você publica e, se pausar tudo, desde e até quando.</li>
          <li>
            Se você pede a aprovação de um post: quem respondeu, pelo nome que digitou no link ou
            pelo e-mail na equipe, quando, o que disse e o que viu. É a prova de quem aprovou o quê,
            e fica com o post, mesmo que a aprovação seja dispensada.
          </li>
          <li>O que aconteceu com cada post, o link da publicação e o motivo quando algo falha.</li>
          <li>
            Nos planos com Analytics, o que o Instagram conta dos seus posts e da sua conta:
            visualizações, alcance, curtidas, comentários, salvamentos, envios e seguidores. São
            números, que não dizem quem viu ou curtiu. Só os lemos se você deu essa permissão ao
            conectar a conta.
          </li>
        </ul>
        <p>
          Refazemos cada foto antes de guardá-la. Com isso saem os dados escondidos no arquivo, como
          o lugar onde ela foi tirada.
        </p>
        <h3>De acesso e de contato</h3>
        <ul>
          <li>
            Registros de acesso: endereço IP, data e hora. O Marco Civil da Internet manda
            guardá-los.
          </li>
          <li>Registros técnicos de falhas, sem senhas nem credenciais.</li>
          <li>
            Os avisos que mandamos a você e, se você os liga num aparelho, o endereço e as chaves
            que o navegador dele nos dá para isso, cifrados, e qual navegador é. Somem quando você
            os desliga ou a sessão termina.
          </li>
          <li>
            As mensagens que você nos manda pela Central de Ajuda: nome, e-mail, assunto e texto. Se
            a sua conta está aberta, também de que conta vieram.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'finalidades',
    title: 'Para que usamos, e com que base',
    body: (
      <dl>
        <dt>Agendar e publicar, manter a sua conta, cobrar o plano</dt>
        <dd>Execução do contrato com você (LGPD, art. 7º, V).</dd>
        <dt>Avisar por e-mail</dt>
        <dd>
          Execução do contrato. São recuperações de senha, avisos sobre a sua conta, os seus posts e
          a conexão com o Instagram, e um resumo da semana. Os avisos sobre posts e o resumo você
          desliga em Sua conta. Não mandamos publicidade.
        </dd>
        <dt>Avisar na tela do aparelho</dt>
        <dd>
          Consentimento (art. 7º, I), que você dá ao navegador e tira em Sua conta. O aviso passa
          pelo serviço da empresa do navegador (Google, Mozilla, Apple ou Microsoft), cifrado para o
          seu aparelho: ela sabe quando chega, não o que diz.
        </dd>
        <dt>Responder a quem escreve para nós</dt>
        <dd>
          Execução do contrato com você, ou os passos que você pede antes dele. Se a mensagem parece
          spam, ela é marcada, e uma pessoa a lê mesmo assim.
        </dd>
        <dt>Convidar pessoas, pedir aprovações e mostrar quem fez o quê</dt>
        <dd>
          Execução do contrato com você. De quem foi convidado ou responde por um link sem ter
          conta: legítimo interesse (art. 7º, IX), o seu, de trabalhar com essas pessoas e poder
          mostrar o que foi aprovado.
        </dd>
        <dt>Proteger contas e o serviço contra abuso</dt>
        <dd>Legítimo interesse (art. 7º, IX).</dd>
        <dt>Guardar registros de acesso e documentos fiscais</dt>
        <dd>Obrigação legal (art. 7º, II).</dd>
        <dt>Contar visitas às páginas</dt>
        <dd>
          Consentimento (art. 7º, I), onde isso está ligado. Veja a página{' '}
          <Link to={paths.cookies}>Cookies</Link>.
        </dd>
      </dl>
    ),
  },
  {
    id: 'prazos',
    title: 'Por quanto tempo',
    body: (
      <dl>
        <dt>Conta, posts e mídia</dt>
        <dd>
          Enquanto a sua conta existir, ou até você apagá-los. Com um post somem o histórico, as
          respostas a pedidos de aprovação e o primeiro comentário que guardamos. Quem exclui a
          conta pode ver por 6 meses, com o código do pedido, que a exclusão terminou.
        </dd>
        <dt>Mídia de um post apagado</dt>
        <dd>
          Fica inacessível na hora e sai do armazenamento em cerca de 26 horas, se nenhum outro post
          e nenhuma repetição usam o mesmo arquivo. Com o arquivo some o código de como ele é.
        </dd>
        <dt>Repetições</dt>
        <dd>
          O que elas dizem e os arquivos, até você parar de repetir. Os dias em que saíam ficam
          enquanto a sua conta existir.
        </dd>
        <dt>Envio de arquivo que não terminou</dt>
        <dd>Cerca de 24 horas.</dd>
        <dt>Credenciais do Instagram</dt>
        <dd>
          São apagadas logo depois que você desconecta a conta. Se um post estiver sendo verificado
          nesse momento, em até 24 horas, e até lá servem só para leitura. Se você remove a Pontual
          no Facebook ou no Instagram, são apagadas assim que ele nos avisa. Se o seu acesso no
          Facebook inclui várias contas, guardamos também as credenciais, os nomes e as fotos das
          outras contas, cifrados, por até 10 minutos, enquanto você escolhe.
        </dd>
        <dt>Os números que o Instagram conta</dt>
        <dd>
          Lemos os de um post até 90 dias depois de publicado (os de um story, enquanto ele está no
          ar) e os da conta uma vez por dia, só com a conta conectada. Ficam enquanto a sua conta na
          Pontual existir; os de um post apagado aqui vão com ele.
        </dd>
        <dt>O resto que a Meta nos deu</dt>
        <dd>
          Enquanto a sua conta na Pontual existir, ou até você pedir a exclusão no Facebook ou no
          Instagram com a conta conectada aqui. Do pedido ficam só a data e o código com que você o
          acompanha.
        </dd>
        <dt>Sessões</dt>
        <dd>Terminam depois de 7 dias sem uso, ou de 30 dias.</dd>
        <dt>Avisos</dt>
        <dd>90 dias depois de enviados.</dd>
        <dt>Convites e o que cada pessoa fez</dt>
        <dd>
          Os convites, até 90 dias depois de respondidos, cancelados ou vencidos. O que cada pessoa
          fez, 12 meses, mesmo que o post seja apagado antes. De quem exclui a conta sai o e-mail.
          Se a equipe termina, some tudo. Para que ninguém receba convites demais, contamos por um
          dia quantos foram a um endereço, por um código que não o mostra.
        </dd>
        <dt>Mensagens ao suporte</dt>
        <dd>
          2 anos, também no e-mail da equipe. Com a conta, apagamos antes as que guardamos aqui: as
          que você mandou por ela e, se o e-mail dela tinha sido confirmado, as que têm esse e-mail.
        </dd>
        <dt>Links de aprovação</dt>
        <dd>
          30 dias, ou até você pedir um link novo, dispensar a aprovação ou apagar o post. Quem
          abriu o link ainda pode ver a mídia por cerca de um dia, se o post não for apagado.
        </dd>
        <dt>Tokens de acesso, webhooks e envios</dt>
        <dd>
          Os tokens, até 30 dias depois de vencerem, ou até você os revogar. Os webhooks, até você
          os remover. Os envios, 7 dias, mesmo que o post seja apagado antes.
        </dd>
        <dt>Registros de acesso</dt>
        <dd>
          6 meses, em sigilo (Lei 12.965/2014, art. 15), mesmo que a conta seja apagada antes. A
          outros, só os entregamos por ordem judicial; os seus vêm nos dados que você baixa.
        </dd>
        <dt>Cópias de segurança</dt>
        <dd>
          Até 30 dias. Só as usamos para repor o que se perdeu; uma conta excluída depois da cópia é
          excluída dela de novo.
        </dd>
        <dt>Documentos fiscais de planos pagos</dt>
        <dd>Pelo prazo que a lei exige.</dd>
      </dl>
    ),
  },
];
