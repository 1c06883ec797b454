import type { TrackingSettings, Site } from '@pontual/contract/shared/page-meta.ts';
import type { Env } from '../env.ts';

type SiteEnv = Pick<
  Env,
  | 'COMPANY_NAME'
  | 'COMPANY_CNPJ'
  | 'COMPANY_ADDRESS'
  | 'SUPPORT_EMAIL'
  | 'DPO_CONTACT'
  | 'GA4_MEASUREMENT_ID'
  | 'GA4_URL'
  | 'PLAUSIBLE_DOMAIN'
  | 'PLAUSIBLE_URL'
>;

export function siteOf(env: SiteEnv): Site | undefined {
  const company = {
    name: env.COMPANY_NAME ?? null,
    cnpj: env.COMPANY_CNPJ ?? null,
    address: env.COMPANY_ADDRESS ?? null,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    dpoContact: env.DPO_CONTACT ?? null,
  };
  const analytics = analyticsOf(env);
  const isSet = analytics !== null || Object.values(company).some((value) => value !== null);
  return isSet ? { company, analytics } : undefined;
}

function analyticsOf(env: SiteEnv): TrackingSettings | null {
  if (env.GA4_MEASUREMENT_ID !== undefined) {
    const endpoint = `${env.GA4_URL}/g/collect`;
    return { service: 'ga4', endpoint, account: env.GA4_MEASUREMENT_ID };
  }
  if (env.PLAUSIBLE_DOMAIN !== undefined) {
    const endpoint = `${env.PLAUSIBLE_URL}/api/event`;
    return { service: 'plausible', endpoint, account: env.PLAUSIBLE_DOMAIN };
  }
  return null;
}
