import {
  buildMetaTags,
  pageTitle,
  type PublicPath,
} from '@pontual/contract/shared/public-pages.ts';
import { useHydrated } from './use-hydrated.ts';

/** What a search engine and a shared link say of a page that everybody sees. */
export function PageMetadata({ path }: { path: PublicPath }) {
  // Until then it is the server's head that tells.
  if (!useHydrated()) return null;
  const { origin } = globalThis.location;
  return (
    <>
      <title>{pageTitle(path)}</title>
      <link rel="canonical" href={`${origin}${path}`} />
      {buildMetaTags(path, origin).map((tag) => (
        <meta key={tag.name ?? tag.property} {...tag} />
      ))}
    </>
  );
}
