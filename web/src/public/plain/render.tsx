import type { OperatorRenderer } from '@pontual/contract/operations/operator.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { setRenderMetas } from '../../ui/page/page-meta.ts';
import { OperatorPage } from '../operator/operator-page.tsx';
import { paths, plainPaths } from '../../ui/page/paths.ts';
import { SkipLink } from '../../ui/page/skip-link.tsx';

/** React puts preload links for images first, which the browser finds in the page anyway. */
const preloadTags = /^(<link [^>]*>)+/;

/** HTML by path. `metas` are the meta elements of this installation, and stay set for the process. */
export async function renderPages(
  metas: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  setRenderMetas(metas);
  // Imported here, because these modules read `metas` when they load.
  const { pages } = await import('./pages.tsx');
  const { isConsentPending } = await import('../tracking/consent.ts');
  const { ConsentQuestion } = await import('../tracking/consent-question.tsx');
  const rendered = plainPaths.map((path) => {
    const Page = pages[path];
    const html = renderToStaticMarkup(
      <StaticRouter location={path}>
        {/* A user's help centre is a page of the application. */}
        <div className={cx('plain-page', path === paths.support && 'for-visitors')}>
          <SkipLink />
          {isConsentPending() ? <ConsentQuestion /> : null}
          <Page />
        </div>
      </StaticRouter>,
    );
    return [path, html.replace(preloadTags, '')] as const;
  });
  return Object.fromEntries(rendered);
}

/** The page is not among those of the build: it shows what the server has just read. */
export const renderOperatorPage: OperatorRenderer['renderOperatorPage'] = (view) =>
  renderToStaticMarkup(<OperatorPage view={view} />);
