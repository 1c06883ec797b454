import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import {
  buildMetaTags,
  pageTitle,
  type PublicPath,
} from '@pontual/contract/shared/public-pages.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export const metaTag = (attributes: Readonly<Record<string, string | undefined>>): string =>
  `<meta ${Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${escape(value ?? '')}"`)
    .join(' ')} />`;

/** The application removes these elements when it renders its own (web/src/app/shell/served-head.ts). */
const SERVED_MARKER = { 'data-served': '' };

export function publicHead(path: PublicPath, origin: string): string {
  return [
    titleTag(pageTitle(path)),
    `<link rel="canonical" href="${escape(origin + path)}" data-served="" />`,
    ...buildMetaTags(path, origin).map((tag) => metaTag({ ...tag, ...SERVED_MARKER })),
    ...(path === paths.home ? [structuredData(origin)] : []),
  ].join('');
}

export const titleTag = (title: string): string => `<title data-served="">${escape(title)}</title>`;

export const preloadTag = (script: string): string =>
  `<link rel="modulepreload" crossorigin href="${escape(script)}" />`;

function structuredData(origin: string): string {
  const organization = `${origin}/#organization`;
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: 'Pontual',
        url: `${origin}/`,
        logo: `${origin}/favicon.svg`,
      },
      {
        '@type': 'SoftwareApplication',
        name: 'Pontual',
        url: `${origin}/`,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        inLanguage: 'pt-BR',
        publisher: { '@id': organization },
        offers: Object.values(planCatalogue).map(({ name, amount }) => ({
          '@type': 'Offer',
          name,
          price: (amount / 100).toFixed(2),
          priceCurrency: 'BRL',
          url: origin + paths.plans,
        })),
      },
    ],
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}
