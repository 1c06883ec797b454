import lighthouse, { desktopConfig } from 'lighthouse';

/** In the order of the table. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export type Screen = 'mobile' | 'desktop';

export interface Score {
  categoryScores: Record<Category, number>;
  lostPoints: { audit: string; found: string }[];
}

export async function measureScore(url: string, screen: Screen, port: number): Promise<Score> {
  const result = await lighthouse(
    url,
    { port, logLevel: 'error', output: 'json', onlyCategories: [...categories] },
    screen === 'desktop' ? desktopConfig : undefined,
  );
  if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const auditRefs = categories.flatMap((category) => lhr.categories[category]?.auditRefs ?? []);
  const lostPoints = auditRefs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => lhr.audits[id] ?? [])
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => ({ audit: audit.id, found: audit.displayValue ?? audit.title }));
  const readPoints = (category: Category) =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    categoryScores: {
      performance: readPoints('performance'),
      accessibility: readPoints('accessibility'),
      'best-practices': readPoints('best-practices'),
      seo: readPoints('seo'),
    },
    lostPoints,
  };
}
