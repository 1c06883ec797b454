import { checkInvariants, type Verdict } from './checker.ts';
import { gatherEvidence } from './evidence.ts';
import type { Environment } from './installation.ts';
import { describePost } from './post-trace.ts';
import { simulateSeed, type SeedOptions } from './seed-run.ts';

export interface SeedResult {
  seed: number;
  semantics: string;
  posts: number;
  verdict: Verdict;
  faultCounts: Map<string, number>;
  virtualMs: number;
  /** Equal for equal seeds as long as neither engine nor simulation changes. */
  trace: string[];
}

export async function runSeed(environment: Environment, options: SeedOptions): Promise<SeedResult> {
  const seedRun = await simulateSeed(environment, options);
  const evidence = await gatherEvidence(environment);
  const verdict = checkInvariants(seedRun, evidence);
  const trace = verdict.violations.flatMap((violation) => [
    `seed ${options.seed} (${seedRun.semantics}): ${violation.invariant}: ${violation.description}`,
    ...describePost(violation, evidence),
  ]);
  if (trace.length > 0) {
    const { seed, posts, faults } = options;
    trace.push(`replay: npm run simulate -- --seed ${seed} --posts ${posts} --faults ${faults}`);
  }
  const { semantics, faultCounts, virtualMs, planned } = seedRun;
  return {
    seed: options.seed,
    semantics,
    posts: planned.length,
    verdict,
    faultCounts,
    virtualMs,
    trace,
  };
}
