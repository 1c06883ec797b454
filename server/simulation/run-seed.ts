import { check, type Verdict } from './checker.ts';
import { gather } from './evidence.ts';
import type { Ground } from './installation.ts';
import { tell } from './story.ts';
import { play, type SeedOptions } from './world.ts';

export interface SeedResult {
  seed: number;
  semantics: string;
  posts: number;
  verdict: Verdict;
  struck: Map<string, number>;
  virtualMs: number;
  /** The same for the same seed, as long as neither engine nor simulation changes. */
  story: string[];
}

/** Plays one seed and judges it. */
export async function runSeed(ground: Ground, options: SeedOptions): Promise<SeedResult> {
  const played = await play(ground, options);
  const evidence = await gather(ground);
  const verdict = check(played, evidence);
  const story = verdict.violations.flatMap((violation) => [
    `seed ${options.seed} (${played.semantics}): ${violation.invariant}: ${violation.what}`,
    ...tell(violation, evidence),
  ]);
  if (story.length > 0) {
    const { seed, posts, faults } = options;
    story.push(`replay: npm run simulate -- --seed ${seed} --posts ${posts} --faults ${faults}`);
  }
  const { semantics, struck, virtualMs, planned } = played;
  return {
    seed: options.seed,
    semantics,
    posts: planned.length,
    verdict,
    struck,
    virtualMs,
    story,
  };
}
