import { openGround } from './installation.ts';
import { runSeed } from './run-seed.ts';
const [from, to, posts, faults] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
const ground = await openGround();
const ends = new Map<string, number>();
const t0 = performance.now();
let n = 0;
for (let seed = from; seed <= to; seed++) {
  const t = performance.now();
  const r = await runSeed(ground, { seed, posts, faults });
  n += posts;
  for (const [k, v] of r.verdict.ends) ends.set(k, (ends.get(k) ?? 0) + v);
  if (process.env.V || r.story.length)
    console.log(
      seed,
      r.semantics,
      Math.round(performance.now() - t),
      'ms',
      Math.round(r.virtualMs / 60000),
      'min',
      r.story.slice(0, Number(process.env.LINES ?? 25)).join('\n'),
    );
}
console.log(n, (performance.now() - t0) / n, 'ms per post', ends);
await ground.close();
