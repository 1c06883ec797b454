import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Company, Contact } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

export const termsSections: readonly LegalSection[] = [
  {
    id: 'acordo',
    title: 'O acordo',
    body: (
      <>
        <p>
          Ao criar uma conta, você aceita estes termos. A{' '}
          <Link to={paths.privacy}>Política de Privacidade</Link> explica o que fazemos com os seus
          dados.
        </p>
        <Company />
      </>
    ),
  },
  {
    id: 'quem',
    title: 'Quem pode usar',
    body: (
      <p>
        Pessoas com 18 anos ou mais e empresas, para o seu trabalho: criadores, lojas e agências.
        Quem usa em nome de uma empresa ou de um cliente declara que pode agir por ela ou por ele.
      </p>
    ),
  },
  {
    id: 'conta',
    title: 'A sua conta',
    body: (
      <ul>
        <li>Use um e-mail que é seu: é por ele que você recupera a senha e recebe avisos.</li>
        <li>Guarde a senha. O que é feito na sua conta conta como feito por você.</li>
        <li>Se achar que alguém entrou nela, troque a senha e nos avise.</li>
        <li>
          Um token de acesso vale como você: o que um programa faz com ele conta como feito por
          você, e conta nos limites do plano. Guarde-o como a senha e revogue o que não usa.
        </li>
        <li>
          Você responde pelo endereço que recebe os avisos de um webhook e pelo que os seus
          programas fazem com o que leem.
        </li>
      </ul>
    ),
  },
  {
    id: 'equipes',
    title: 'Equipes e aprovações',
    body: (
      <ul>
        <li>
          Cada equipe tem um responsável. É ele quem conecta o Instagram, paga o plano, convida as
          pessoas e responde, perante nós e terceiros, pelo que a equipe publica.
        </li>
        <li>
          Quem é convidado faz o que o seu acesso permite. O que fez na equipe continua com ela
          depois que sai. No plano Gratuito, só o responsável muda algo; os outros só veem.
        </li>
        <li>
          O responsável pode passar a responsabilidade a outra pessoa da equipe: combinem antes. Se
          ele exclui a conta, a equipe termina, para todos e com os posts.
        </li>
        <li>
          Um link de aprovação abre o post para quem o tem, sem conta. Quem o tem pode responder com
          qualquer nome: mande-o só a quem deve aprovar.
        </li>
        <li>
          Um post que espera aprovação não sai sem ela: na hora marcada, volta aos rascunhos, e
          avisamos. Quem aprova por um link não passa a responder pelo post.
        </li>
        <li>
          Convide e mande links só se puder mostrar a essas pessoas o que elas vão ver. O que cada
          uma vê está na <Link to={`${paths.privacy}#terceiros`}>Política de Privacidade</Link>.
        </li>
      </ul>
    ),
  },
  {
    id: 'instagram',
    title: 'O Instagram',
    body: (
      <>
        <p>
          Você conecta uma conta profissional do Instagram (Business ou de criador) e autoriza a
          Pontual a publicar nela. Pode desconectá-la a qualquer momento. As regras da Meta
          continuam valendo para tudo o que sai na sua conta.
        </p>
        <p>
          Sem uma conta conectada, você pode agendar para conhecer o produto, mas o post é só uma
          demonstração: não sai enquanto nenhuma conta for conectada.
        </p>
        <p>A Pontual não pertence à Meta, não a representa e não tem o seu aval.</p>
      </>
    ),
  },
  {
    id: 'publicacao',
    title: 'Como publicamos',
    body: (
      <>
        <ul>
          <li>Preparamos o post antes da hora e o publicamos na hora marcada, uma vez só.</li>
          <li>Os horários são de Brasília.</li>
          <li>
            Fotos e vídeos podem ser convertidos para os formatos que o Instagram aceita. Você vê a
            prévia antes.
          </li>
          <li>
            Se você repete um post, fazemos os próximos com antecedência, até você parar. Cada um
            pode ser mudado ou apagado como qualquer outro.
          </li>
          <li>Se algo impede o post, dizemos o motivo na tela e por e-mail.</li>
          <li>
            Quando o Instagram não aceita um post, você pode publicá-lo por conta própria. Assuma o
            post na tela antes: daí em diante não tentamos mais, e ele não sai duas vezes.
          </li>
          <li>
            Se o serviço ficar fora do ar e a hora passar há mais de 60 minutos, não publicamos
            atrasado por conta própria: você decide.
          </li>
        </ul>
        <p>
          Dependemos do Instagram: ele pode recusar um post, limitar quantos saem por dia, ficar
          lento ou fora do ar. Confira posts importantes depois da hora.
        </p>
      </>
    ),
  },
  {
    id: 'seu-conteudo',
    title: 'O seu conteúdo',
    body: (
      <>
        <p>
          O que você envia continua seu. Você nos dá só a permissão de que precisamos para guardar,
          converter e publicar o conteúdo por você, enquanto ele estiver na Pontual.
        </p>
        <p>
          Você responde pelo que publica. Tenha os direitos das imagens e das músicas e a
          autorização das pessoas que aparecem. Identifique publicidade como a lei manda.
        </p>
      </>
    ),
  },
  {
    id: 'proibido',
    title: 'O que não pode',
    body: (
      <ul>
        <li>Publicar o que é ilegal ou viola direitos de outras pessoas.</li>
        <li>Usar contas do Instagram sem autorização de quem é dono delas.</li>
        <li>Mandar spam ou fugir dos limites do Instagram ou do seu plano.</li>
        <li>Tentar entrar em contas de outras pessoas, ou atacar ou sobrecarregar o serviço.</li>
      </ul>
    ),
  },
  {
    id: 'planos',
    title: 'Planos e preços',
    body: (
      <>
        <ul>
          <li>Free (plano Gratuito): grátis, 10 posts por mês, agenda de até 7 dias.</li>
          <li>Pro: R$ 19,99 por mês, 50 posts por mês, agenda de até 30 dias.</li>
          <li>Premium: R$ 49,99 por mês, posts ilimitados, agenda de até 1 ano.</li>
        </ul>
        <p>
          Planos pagos são cobrados todo mês no cartão, pela Stripe, até que você cancele. O preço
          que vale é o que aparece antes de você confirmar o pagamento, com os impostos. Se ele
          mudar, avisamos por e-mail com 30 dias de antecedência, e você pode cancelar antes.
        </p>
        <p>
          Se você passa para um plano menor, os posts já agendados continuam. Os limites do plano
          valem para os próximos.
        </p>
      </>
    ),
  },
  {
    id: 'teste',
    title: 'Teste, garantia e cancelamento',
    body: (
      <>
        <dl>
          <dt>Teste de 14 dias</dt>
          <dd>
            A primeira assinatura de um plano pago começa com 14 dias de teste. Quem cancela antes
            do fim não paga nada, e pode usar o plano até lá.
          </dd>
          <dt>Garantia de 30 dias</dt>
          <dd>
            Você pode desistir de um plano pago em até 30 dias da primeira cobrança e receber de
            volta tudo o que pagou, sem explicar o motivo: em <Link to={paths.plans}>Planos</Link>,
            use Desistir e receber reembolso. A assinatura termina na hora. Esse prazo já inclui os
            7 dias de arrependimento do Código de Defesa do Consumidor (art. 49). O prazo termina à
            meia-noite do último dia, no horário de Brasília. Quem já recebeu um reembolso pela
            garantia e assina de novo tem os 7 dias da lei.
          </dd>
          <dt>Cancelamento</dt>
          <dd>
            Você pode cancelar a qualquer momento em Planos. O plano vale até o fim do período já
            pago, e não há nova cobrança.
          </dd>
        </dl>
        <p>O reembolso é feito no mesmo cartão. Quando ele aparece na fatura depende do banco.</p>
      </>
    ),
  },
  {
    id: 'responsabilidade',
    title: 'Responsabilidade',
    body: (
      <>
        <p>
          Respondemos pelo nosso serviço, como a lei manda. Não respondemos pelo que o Instagram, a
          Meta ou o seu provedor fazem ou deixam de fazer, nem pelo conteúdo que você publica.
        </p>
        <p>Nada nestes termos diminui direitos que a lei dá a quem é consumidor.</p>
      </>
    ),
  },
  {
    id: 'fim',
    title: 'Fim do acordo',
    body: (
      <>
        <p>
          Você pode excluir a conta quando quiser, em Sua conta. A{' '}
          <Link to={`${paths.privacy}#excluir`}>Política de Privacidade</Link> diz o que é apagado.
          Antes, você pode baixar os seus dados em Sua conta. Com a conta excluída, a assinatura de
          um plano pago termina na hora: se ainda está na garantia, peça o reembolso em Planos
          antes.
        </p>
        <p>
          Podemos suspender ou encerrar uma conta que descumpre estes termos. Avisamos antes e
          ouvimos você, a não ser que a lei proíba ou que esperar cause dano a outras pessoas.
        </p>
      </>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças nestes termos',
    body: (
      <p>
        A data no alto diz quando este texto mudou. Mudanças importantes são avisadas por e-mail com
        30 dias de antecedência. Se você não concordar, pode excluir a conta antes.
      </p>
    ),
  },
  {
    id: 'lei',
    title: 'Lei, foro e contato',
    body: (
      <>
        <p>
          Vale a lei brasileira. Quem é consumidor pode procurar a Justiça da sua própria cidade.
        </p>
        <Contact />
      </>
    ),
  },
];
