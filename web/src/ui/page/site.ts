import { SITE_META, type Site } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from './page-meta.ts';

const emptySite: Site = {
  company: { name: null, cnpj: null, address: null, supportEmail: null, dpoContact: null },
  analytics: null,
};

function readSite(): Site {
  const content = readMeta(SITE_META);
  return content === null ? emptySite : (JSON.parse(content) as Site);
}

/** Empty during development. */
export const site = readSite();
