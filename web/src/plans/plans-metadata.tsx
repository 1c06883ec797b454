import { GUARANTEE_DAYS, paidPlanIds, planCatalogue } from '@pontual/contract/billing.ts';
import { paths } from '../paths.ts';
import { reais } from './money.ts';

const TITLE = 'Planos e preços · Pontual';
const prices = paidPlanIds
  .map((id) => `${planCatalogue[id].name} por ${reais(planCatalogue[id].amount)}`)
  .join(' e ');
const DESCRIPTION = `Plano grátis, ${prices} por mês. Agende posts no Instagram, cancele quando quiser e tenha ${GUARANTEE_DAYS} dias de garantia.`;

/** What a search engine and a shared link say of the page. */
export function PlansMetadata() {
  const url = `${globalThis.location.origin}${paths.plans}`;
  return (
    <>
      <title>{TITLE}</title>
      <meta name="description" content={DESCRIPTION} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Pontual" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:title" content={TITLE} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:url" content={url} />
    </>
  );
}
