import {
  buildMetaTags,
  pageTitle,
  type PublicPath,
} from '@pontual/contract/shared/public-pages.ts';

export function PageMetadata({ path }: { path: PublicPath }) {
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
