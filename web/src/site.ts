import { SITE_META, type Site } from '@pontual/contract/page.ts';
import { readMeta } from './page-meta.ts';

const unset: Site = {
  company: { name: null, cnpj: null, address: null, supportEmail: null, dpoContact: null },
  analytics: null,
};

function read(): Site {
  const said = readMeta(SITE_META);
  // As the server wrote it into the page that loaded this script.
  return said === null ? unset : (JSON.parse(said) as Site);
}

/** Who offers this installation, and whether it measures. While developing, nothing is set. */
export const site = read();
