import { SITE_META, type Site } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from './page-meta.ts';

const emptySite: Site = {
  company: { name: null, cnpj: null, address: null, supportEmail: null, dpoContact: null },
  analytics: null,
};

function readSite(): Site {
  const content = readMeta(SITE_META);
  // As the server wrote it into the page that loaded this script.
  return content === null ? emptySite : (JSON.parse(content) as Site);
}

/** Who offers this installation, and whether it measures. While developing, nothing is set. */
export const site = readSite();
