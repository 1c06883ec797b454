import type { World } from './world.ts';

export async function scrapeMetrics({ url }: Pick<World, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: 'Bearer a-token-for-tests' },
  });
  if (answer.status !== 200) throw new Error(`the metrics returned ${answer.status}`);
  return answer.text();
}

/** The sum of all series with these labels; undefined without any. */
export function metricValue(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const labelTexts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labelTexts.every((label) => line.includes(label)))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
