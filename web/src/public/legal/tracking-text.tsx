import type { TrackingSettings } from '@pontual/contract/shared/page-meta.ts';
import { ConsentChoice } from '../tracking/consent-choice.tsx';
import type { LegalSection } from './legal-page.tsx';

const serviceNames: Record<TrackingSettings['service'], string> = {
  ga4: 'Google Analytics',
  plausible: 'Plausible',
};

export function trackingSections(analytics: TrackingSettings | null): LegalSection[] {
  if (analytics === null) {
    return [
      {
        id: 'escolha',
        title: 'Não contamos visitas',
        body: (
          <p>
            Neste endereço nenhum serviço de medição está ligado. Não há o que aceitar nem o que
            recusar, e nenhuma página chama outra empresa.
          </p>
        ),
      },
    ];
  }
  return [
    { id: 'escolha', title: 'Sua escolha', body: <ConsentChoice /> },
    { id: 'contado', title: 'O que é contado', body: <TrackedData analytics={analytics} /> },
  ];
}

function TrackedData({ analytics }: { analytics: TrackingSettings }) {
  const name = serviceNames[analytics.service];
  const { host } = new URL(analytics.endpoint);
  return (
    <>
      <p>Só se você aceitar, o seu navegador conta ao {name}:</p>
      <ul>
        <li>qual página foi aberta, por exemplo /schedule;</li>
        <li>quanto tempo ela ficou à vista, se foram mais de 5 segundos;</li>
        <li>
          quando você assina um plano: qual plano, quanto foi pago e o número do pagamento, para que
          a mesma assinatura não seja contada duas vezes.
        </li>
      </ul>
      <p>
        Não vão junto o seu e-mail, a sua conta, o seu cartão, os seus posts nem o que vem depois de
        ? no endereço da página. Como em toda visita na internet, o serviço ({host}) vê o endereço
        IP e o tipo do navegador.
      </p>
      {analytics.service === 'ga4' ? (
        <p>
          O pedido vai com um número sorteado, que existe só enquanto a página está aberta. Ele não
          é guardado e não serve para publicidade. O Google trata esses dados também fora do Brasil.
        </p>
      ) : null}
      <p>
        Nenhum código do {name} roda nas nossas páginas, e ele não guarda cookies no seu navegador.
      </p>
    </>
  );
}
