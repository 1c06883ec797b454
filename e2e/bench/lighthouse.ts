import lighthouse, { desktopConfig } from 'lighthouse';

/** In the order of the table. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export type Screen = 'mobile' | 'desktop';

export interface Score {
  /** Of 100. */
  of: Record<Category, number>;
  /** The audits that took points away, with what they found. */
  lost: { audit: string; found: string }[];
}

/**
 * What Lighthouse makes of a page: with a phone's screen, CPU and line, or with a computer's, in the
 * browser that listens on `port`.
 */
export async function score(url: string, screen: Screen, port: number): Promise<Score> {
  const result = await lighthouse(
    url,
    { port, logLevel: 'error', output: 'json', onlyCategories: [...categories] },
    screen === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const counted = categories.flatMap((category) => lhr.categories[category]?.auditRefs ?? []);
  const lost = counted
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => lhr.audits[id] ?? [])
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => ({ audit: audit.id, found: audit.displayValue ?? audit.title }));
  const points = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    of: {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
      seo: points('seo'),
    },
    lost,
  };
}
