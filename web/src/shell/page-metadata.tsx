import { metaTagsOf, titleOf, type PublicPath } from '@pontual/contract/public-pages.ts';
import { useHydrated } from './hydrated.ts';

/** What a search engine and a shared link say of a page that everybody sees. */
export function PageMetadata({ path }: { path: PublicPath }) {
  // Until then it is the server's head that tells.
  if (!useHydrated()) return null;
  const { origin } = globalThis.location;
  return (
    <>
      <title>{titleOf(path)}</title>
      <link rel="canonical" href={`${origin}${path}`} />
      {metaTagsOf(path, origin).map((tag) => (
        <meta key={tag.name ?? tag.property} {...tag} />
      ))}
    </>
  );
}
