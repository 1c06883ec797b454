import { writeFileSync } from 'node:fs';
import { NoPostgresError } from './cluster.ts';
import { readOptions, buildReplayCommand, type Mutation, type Options } from './options.ts';
import { calculateFigures, isClean, renderReport } from './report.ts';
import { runPart, type Part } from './run.ts';

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

function buildParts(options: Options): Part[] {
  const scaled: Part = {
    name: 'scaled time',
    posts: options.posts,
    factor: options.scale,
    minutes: options.minutes,
    intensity: options.intensity,
    republish: options.republish,
    restores: options.restores,
    isShort: false,
  };
  const production: Part = {
    name: 'production constants',
    posts: options.productionPosts,
    factor: 1,
    minutes: 8,
    // A part of a few minutes gets more faults per post than one of hours.
    intensity: options.intensity * 4,
    republish: 'on-arrival',
    restores: 0,
    isShort: true,
  };
  return [scaled, production].filter(({ posts }) => posts > 0);
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.mutate !== undefined) printLine(`a campaign without ${options.mutate}`);
  printLine(`campaign: seed ${options.seed}, ${options.workers} workers, scale ${options.scale}`);
  const results = [];
  for (const part of buildParts(options)) {
    const result = await runPart(part, options, printLine);
    printLine(renderReport(result));
    results.push(calculateFigures(result));
  }
  const isPassing = results.every((figures) => isClean(figures, options.mutate !== undefined));
  const summary = { seed: options.seed, clean: isPassing, parts: results };
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(summary)}\n`);
  printLine(
    isPassing ? '\nNo violation.' : `\nViolations. The same again: ${buildReplayCommand(options)}`,
  );
  return options.mutate === undefined
    ? Number(!isPassing)
    : reportMutation(options.mutate, isPassing);
}

/** A removed rule that the campaign does not detect is not proven: the exit code is then 3. */
function reportMutation(rule: Mutation, isPassing: boolean): number {
  printLine(
    isPassing
      ? `THE CAMPAIGN DOES NOT NOTICE that ${rule} is missing.`
      : `The campaign notices that ${rule} is missing.`,
  );
  return isPassing ? 3 : 1;
}

// The campaign breaks its own connections, too; the query that uses one reports the error.
process.on('uncaughtException', (error) => {
  if (/Connection terminated|ECONNRESET|ECONNREFUSED|terminating connection/.test(error.message))
    return;
  process.stderr.write(`${error.stack}\n`);
  process.exit(2);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await main();
} catch (error) {
  const isPlain = error instanceof NoPostgresError;
  process.stderr.write(
    `${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 2;
}
process.exit();
