import robotsParser from 'robots-parser';
import type { Clock } from '../platform/clock.ts';

/** The user agent with which Meta fetches media, and its name in robots.txt. */
export const FETCHER_USER_AGENT = 'facebookexternalhit/1.1 (sandbox)';

const TIMEOUT_MS = 10_000;
const CACHE_MS = 5 * 60_000;
/** RFC 9309 lets a crawler stop reading here. */
const MAX_CHARACTERS = 500 * 1024;

// The types of the package describe an ES module; Node imports the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

export type Robots = {
  allows(address: string): Promise<boolean>;
  reset(): void;
};

/** Returns a reader that requests robots.txt before a fetch and caches it for five minutes per host. */
export function openRobots(clock: Clock): Robots {
  const cache = new Map<string, { until: number; rules: Promise<string | undefined> }>();

  function getRules(origin: string): Promise<string | undefined> {
    const cached = cache.get(origin);
    if (cached && clock.now() < cached.until) return cached.rules;
    const rules = readRules(origin);
    cache.set(origin, { until: clock.now() + CACHE_MS, rules });
    // The next call requests an unreadable file again.
    void rules.then((text) => {
      if (text === undefined && cache.get(origin)?.rules === rules) cache.delete(origin);
    });
    return rules;
  }

  return {
    allows: async (address) => {
      const { origin } = new URL(address);
      const rules = await getRules(origin);
      if (rules === undefined) return false;
      return (
        parseRobots(`${origin}/robots.txt`, rules).isAllowed(address, FETCHER_USER_AGENT) !== false
      );
    },
    reset: () => cache.clear(),
  };
}

/** Returns no rules without the file (RFC 9309), undefined if unreadable, which a web page is for Meta. */
async function readRules(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}/robots.txt`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-agent': FETCHER_USER_AGENT },
    });
    const text = (await response.text()).slice(0, MAX_CHARACTERS);
    if (response.status >= 400 && response.status < 500) return '';
    const type = response.headers.get('content-type') ?? '';
    const isPage = type.includes('text/html') || text.trimStart().startsWith('<');
    return response.ok && !isPage ? text : undefined;
  } catch {
    return undefined;
  }
}
