import { Contact } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

/** The second half of the privacy policy. */
export const rightsSections: readonly LegalSection[] = [
  {
    id: 'direitos',
    title: 'Seus direitos',
    body: (
      <>
        <p>A LGPD (art. 18) garante a você:</p>
        <ul>
          <li>saber se tratamos dados seus e ter acesso a eles;</li>
          <li>corrigir o que está errado, incompleto ou velho;</li>
          <li>levar os dados para outro serviço;</li>
          <li>anonimizar, bloquear ou apagar o que for desnecessário, excessivo ou irregular;</li>
          <li>apagar o que tratamos com o seu consentimento;</li>
          <li>saber com quem dividimos os dados;</li>
          <li>saber que pode recusar um consentimento, e o que acontece se recusar;</li>
          <li>retirar um consentimento que deu.</li>
        </ul>
        <h3>Como usar</h3>
        <ul>
          <li>
            Em Sua conta você corrige o e-mail, troca a senha, escolhe os avisos e vê onde está
            conectado.
          </li>
          <li>
            Para ter uma cópia dos seus dados ou levá-los para outro serviço, escolha Baixar meus
            dados em Sua conta. Vem na hora um arquivo ZIP com tudo: JSON, que outro programa pode
            ler, e as suas fotos e vídeos.
          </li>
          <li>Em Sua conta, você também exclui a conta.</li>
          <li>A escolha sobre contar visitas fica na página Cookies.</li>
          <li>Para o resto, escreva para nós do e-mail da sua conta.</li>
        </ul>
        <Contact />
        <p>
          Respondemos logo, de forma simples, ou em até 15 dias, de forma completa (art. 19). É de
          graça. Se a resposta não bastar, você pode reclamar à ANPD, a autoridade nacional, ou aos
          órgãos de defesa do consumidor.
        </p>
        <p>Não tomamos decisões sobre você só por meios automáticos (art. 20).</p>
      </>
    ),
  },
  {
    id: 'excluir',
    title: 'Como excluir a conta e os dados',
    body: (
      <>
        <p>
          Em Sua conta, no fim da página, escolha Excluir conta e confirme com a sua senha, ou com o
          Google se a sua conta não tem senha. Na hora, todas as sessões terminam e nada mais é
          publicado: só um post que já esteja sendo enviado ao Instagram pode ainda sair.
        </p>
        <p>
          Se você tem um plano pago, a assinatura termina na hora. Se ainda está na garantia, peça o
          reembolso em Planos antes.
        </p>
        <p>
          Depois, se o Instagram ainda estiver conectado, desfazemos a autorização dada à Pontual na
          Meta, a não ser que outra conta na Pontual use a mesma autorização. E apagamos
          credenciais, posts, mídia, avisos e mensagens ao suporte. Quando termina, em geral em
          minutos, avisamos por e-mail. Se a Meta estiver fora do ar, tentamos por até um dia e
          apagamos o resto mesmo assim.
        </p>
        <p>
          Ficam só os registros de acesso, pelos 6 meses da lei, e os documentos fiscais de planos
          pagos. Por 6 meses fica também o código do pedido, sem nada que diga de quem era. A mídia
          sai do armazenamento em cerca de 26 horas. Os posts que já saíram continuam no seu
          Instagram: apague-os lá, se quiser.
        </p>
        <p>
          Se você é responsável por uma equipe, ela termina com a sua conta, para todos e com os
          posts: se ela deve continuar, passe antes a responsabilidade a outra pessoa. O que você
          fez em equipes de outros continua com elas, sem o seu e-mail.
        </p>
        <p>
          Se você respondeu por um link de aprovação e não tem conta, escreva para quem enviou o
          link, ou para nós: a resposta some quando o post é apagado.
        </p>
        <p>Se você não consegue entrar na conta, escreva para nós do e-mail dela.</p>
        <h3>Pelo Facebook ou pelo Instagram</h3>
        <p>
          Você também pode retirar da Pontual o acesso à sua conta do Instagram, por onde a
          conectou:
        </p>
        <ol>
          <li>
            Pela página: no Facebook, abra Configurações e privacidade, e depois Configurações.
            Direto: no Instagram, abra Configurações e atividade, e depois Permissões do site.
          </li>
          <li>Abra Aplicativos e sites e procure Pontual.</li>
          <li>Escolha Remover e confirme.</li>
        </ol>
        <p>
          As credenciais que temos deixam de valer na hora. A Meta nos avisa, nós as apagamos e
          mandamos um e-mail a você: nada é publicado nessa conta até você reconectar. Faça isso
          antes do horário dos posts agendados.
        </p>
        <p>
          Depois de remover, escolha Pedir exclusão, no mesmo lugar. Então apagamos também o que a
          Meta nos deu da sua conta: o nome de usuário, a foto, os identificadores, e os links e
          números dos posts. Ali aparecem um código e um link para você acompanhar o pedido. A sua
          conta na Pontual, os posts escritos nela e os locais que você salvou continuam, até que
          você peça a exclusão deles.
        </p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Segurança',
    body: (
      <>
        <p>
          Credenciais do Instagram ficam cifradas. Senhas e chaves de sessão ficam só como resumos.
          Links de mídia são assinados e expiram. As nossas páginas não carregam código de outros
          sites.
        </p>
        <p>
          Alguns links abrem sem entrar na conta: o de aprovação e, por 24 horas, os da mídia no
          e-mail de um post que você pode publicar por conta própria. Mande-os só a quem deve ver o
          post.
        </p>
        <p>
          A sua sessão fica guardada no seu navegador. Num computador que outras pessoas usam, saia
          da conta ao terminar.
        </p>
        <p>
          Se um incidente puder causar risco ou dano relevante a você, avisamos você e a ANPD em até
          3 dias úteis (Resolução CD/ANPD 15/2024).
        </p>
      </>
    ),
  },
  {
    id: 'idade',
    title: 'Crianças e adolescentes',
    body: (
      <p>
        A Pontual é uma ferramenta de trabalho para maiores de 18 anos e empresas. Não é feita para
        crianças e adolescentes. Se soubermos de uma conta de quem tem menos de 18 anos, ela é
        apagada.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças nesta política',
    body: (
      <p>
        A data no alto diz quando este texto mudou. Se uma mudança for importante para você,
        avisamos por e-mail antes que ela valha.
      </p>
    ),
  },
];
