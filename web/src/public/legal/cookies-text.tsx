import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Contact } from './company.tsx';
import type { LegalSection } from './legal-page.tsx';

/** Keep in step with the code: every browser storage entry of the product. */
export const cookiesSections: readonly LegalSection[] = [
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          Só usamos cookies necessários, que protegem a sua conta. Eles não servem para acompanhar
          ninguém e dispensam consentimento.
        </p>
        <dl>
          <dt>pontual_connecting</dt>
          <dd>
            Garante que a conta do Instagram seja conectada pelo mesmo navegador que começou a
            conexão. Dura até 10 minutos, e até outros 10 para quem tem de escolher entre várias
            contas.
          </dd>
          <dt>pontual_google</dt>
          <dd>O mesmo, para quem entra com o Google. Dura 10 minutos, no máximo.</dd>
          <dt>pontual_recovering</dt>
          <dd>
            Reconhece o navegador que pediu uma senha nova, para que só ele entre direto pelo link.
            Dura 2 horas, no máximo.
          </dd>
          <dt>pontual_device</dt>
          <dd>
            Reconhece um navegador em que você já entrou, para que ninguém bloqueie o seu acesso
            errando a senha de propósito. Dura 1 ano.
          </dd>
        </dl>
      </>
    ),
  },
  {
    id: 'navegador',
    title: 'O que fica no seu navegador',
    body: (
      <>
        <p>
          Além dos cookies, guardamos algumas coisas no armazenamento local do navegador. Elas são
          necessárias para o que você pede, e outros sites não as leem.
        </p>
        <dl>
          <dt>A sua sessão e os dados da sua conta que aparecem na tela</dt>
          <dd>Até você sair, ou até a sessão terminar. Chaves: pontual.token e pontual.user.</dd>
          <dt>O post que você está escrevendo, com os arquivos</dt>
          <dd>
            Para que nada se perca se a página fechar. Até você agendar, salvar ou descartar o post,
            ou sair da conta. Chaves: pontual.composer e, para os arquivos, pontual-composer.
          </dd>
          <dt>O que você lê e faz sem internet</dt>
          <dd>
            Os posts que o calendário mostrou, os nomes das suas contas do Instagram e o que precisa
            de você, por até 31 dias, para serem lidos sem internet: somem quando você sai da conta
            ou a sessão termina. Os posts feitos sem internet, com os arquivos, até serem enviados,
            cancelados ou você sair. Chaves: pontual.kept, pontual.waits e pontual.left; bases:
            pontual-kept e pontual-waiting.
          </dd>
          <dt>As páginas do aplicativo</dt>
          <dd>
            Os arquivos da própria Pontual, iguais para todos, para que ela abra sem internet. São
            trocados a cada versão e não têm dados seus. Cache: pontual-, com a versão.
          </dd>
          <dt>Preferências</dt>
          <dd>
            O tema e a forma do calendário. Até você limpar o navegador. Chaves: theme e
            pontual.calendar-view.
          </dd>
          <dt>A sua escolha sobre contar visitas</dt>
          <dd>
            Com data e versão, só onde a contagem existe. Até você limpar o navegador. Chave:
            pontual.consent.
          </dd>
        </dl>
        <p>
          Você pode apagar tudo isso nas configurações do navegador. Com isso, você sai da conta e
          perde o post que não salvou.
        </p>
      </>
    ),
  },
  {
    id: 'outros',
    title: 'Páginas de outras empresas',
    body: (
      <p>
        Para autorizar o Instagram, entrar com o Google ou pagar, você vai às páginas da Meta, do
        Google e da Stripe. Lá valem os cookies e as regras delas.
      </p>
    ),
  },
  {
    id: 'contato',
    title: 'Dúvidas',
    body: (
      <>
        <p>
          A <Link to={paths.privacy}>Política de Privacidade</Link> explica o resto.
        </p>
        <Contact />
      </>
    ),
  },
];
