import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Company, Contact, DataProtectionOfficer } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

/** What is kept and who gets it. Each sentence says what the code does; they change together. */
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
        <h3>Da sua conta do Instagram</h3>
        <ul>
          <li>
            Nome de usuário, foto de perfil e identificadores da conta, da página do Facebook e do
            seu usuário lá.
          </li>
          <li>
            As credenciais que a Meta nos dá para publicar por você. Ficam cifradas (AES-256-GCM). A
            sua senha do Instagram ou do Facebook nunca passa por nós.
          </li>
        </ul>
        <h3>Dos seus posts</h3>
        <ul>
          <li>
            Fotos e vídeos, legenda, texto alternativo, horário, local, pessoas marcadas e
            colaboradores.
          </li>
          <li>Os modelos de post que você salva: nome, legenda e roteiro das imagens.</li>
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
          Enquanto a sua conta existir, ou até você apagá-los. Quem exclui a conta pode ver por 6
          meses, com o código do pedido, que a exclusão terminou.
        </dd>
        <dt>Mídia de um post apagado</dt>
        <dd>
          Fica inacessível na hora e sai do armazenamento em cerca de 26 horas, se nenhum outro post
          usa o mesmo arquivo.
        </dd>
        <dt>Envio de arquivo que não terminou</dt>
        <dd>Cerca de 24 horas.</dd>
        <dt>Credenciais do Instagram</dt>
        <dd>
          São apagadas logo depois que você desconecta a conta. Se um post estiver sendo verificado
          nesse momento, em até 24 horas, e até lá servem só para leitura. Se você remove a Pontual
          no Facebook, são apagadas assim que ele nos avisa.
        </dd>
        <dt>Os números que o Instagram conta</dt>
        <dd>
          Lemos os de um post até 90 dias depois de publicado (os de um story, enquanto ele está no
          ar) e os da conta uma vez por dia, só com a conta conectada. Ficam enquanto a sua conta na
          Pontual existir; os de um post apagado aqui vão com ele.
        </dd>
        <dt>O resto que a Meta nos deu</dt>
        <dd>
          Enquanto a sua conta na Pontual existir, ou até você pedir a exclusão no Facebook com o
          Instagram conectado aqui. Do pedido ficam só a data e o código com que você o acompanha.
        </dd>
        <dt>Sessões</dt>
        <dd>Terminam depois de 7 dias sem uso, ou de 30 dias.</dd>
        <dt>Avisos</dt>
        <dd>90 dias depois de enviados.</dd>
        <dt>Mensagens ao suporte</dt>
        <dd>
          2 anos, também no e-mail da equipe. Com a conta, apagamos antes as que guardamos aqui: as
          que você mandou por ela e as que têm o e-mail dela.
        </dd>
        <dt>Tokens de acesso e envios a webhooks</dt>
        <dd>
          Os tokens, até 30 dias depois de vencerem, ou até você os revogar. Os envios, 7 dias.
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
  {
    id: 'terceiros',
    title: 'Quem mais recebe dados',
    body: (
      <>
        <dl>
          <dt>Meta (Instagram e Facebook)</dt>
          <dd>
            Recebe o que você publica: arquivos, legenda, texto alternativo, local, marcações e
            colaboradores. Busca os arquivos por links temporários que ninguém consegue adivinhar.
          </dd>
          <dt>Google</dt>
          <dd>
            Só se você entra com o Google: fica sabendo que você usa a Pontual e nos confirma o seu
            e-mail.
          </dd>
          <dt>Stripe</dt>
          <dd>
            Só se você vai assinar um plano pago: recebe o seu e-mail e os dados do pagamento. O
            número do cartão vai direto para ela; nós não o recebemos. Ela guarda as faturas, também
            depois que a sua conta é excluída.
          </dd>
          <dt>A empresa do seu navegador (Google, Mozilla, Apple ou Microsoft)</dt>
          <dd>
            Só se você liga os avisos num aparelho: entrega cada um, cifrado, e fica sabendo que a
            Pontual mandou algo a ele.
          </dd>
          <dt>Os programas e endereços que você liga</dt>
          <dd>
            Só se você cria um token ou um webhook em Programas: quem tem o token lê e muda o que
            você permitiu, e o endereço recebe avisos com a legenda, o horário e o estado dos posts.
          </dd>
          <dt>Hospedagem, armazenamento e envio de e-mail</dt>
          <dd>
            Empresas que trabalham para nós, sob as nossas instruções, para guardar os dados e
            entregar as mensagens.
          </dd>
          <dt>Autoridades</dt>
          <dd>Só quando a lei ou uma ordem judicial obriga.</dd>
        </dl>
        <p>
          O que já foi publicado no Instagram fica também sob as regras da Meta, e o que você paga,
          sob as da Stripe.
        </p>
      </>
    ),
  },
  {
    id: 'transferencia',
    title: 'Transferência internacional',
    body: (
      <>
        <p>
          Meta, Google e Stripe tratam dados também fora do Brasil, sobretudo nos Estados Unidos. A
          transferência acontece porque é necessária para o que você pediu: publicar no Instagram,
          entrar com o Google, receber avisos no aparelho ou pagar (LGPD, art. 33, IX).
        </p>
        <p>
          Você pode perguntar a qualquer momento quais empresas recebem os seus dados, em que países
          e com que garantias, e pedir as cláusulas que valem para a transferência (Resolução
          CD/ANPD 19/2024).
        </p>
      </>
    ),
  },
];
