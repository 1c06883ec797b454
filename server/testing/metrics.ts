import type { World } from './world.ts';

/** What this server tells Prometheus. */
export async function scrapeMetrics({ url }: Pick<World, 'url'>): Promise<string> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: 'Bearer a-token-for-tests' },
  });
  if (answer.status !== 200) throw new Error(`asked for figures, got ${answer.status}`);
  return answer.text();
}

/** The sum of all series of this name that have these labels; undefined where there is none. */
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
