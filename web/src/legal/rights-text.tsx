import { Contact } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

/** What a person may ask for, and how; the second half of the privacy policy. */
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
            Para levar os seus dados (em JSON, com a mídia) ou excluir a conta, escreva para nós do
            e-mail da sua conta.
          </li>
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
          Escreva para nós do e-mail da sua conta. Nós encerramos as sessões, cancelamos a
          assinatura e os posts que ainda não saíram, desfazemos a autorização dada à Pontual na
          Meta e apagamos credenciais, posts e mídia.
        </p>
        <p>
          Ficam só os registros de acesso, pelos 6 meses da lei, e os documentos fiscais. Os posts
          que já saíram continuam no seu Instagram: apague-os lá, se quiser.
        </p>
        <h3>Pelo Facebook</h3>
        <p>Você também pode retirar da Pontual o acesso à sua conta do Instagram:</p>
        <ol>
          <li>No Facebook, abra Configurações e privacidade, e depois Configurações.</li>
          <li>Abra Aplicativos e sites e procure Pontual.</li>
          <li>Escolha Remover e confirme.</li>
        </ol>
        <p>
          As credenciais que temos deixam de valer na hora. A sua conta na Pontual e o que recebemos
          da Meta continuam, até que você peça a exclusão.
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
