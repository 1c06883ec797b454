import { runMutant } from './mutant.ts';
import { replayOf, type Mutation, type Options } from './options.ts';

/**
 * Runs a campaign against a copy of the product in which one rule of the protocol is missing. It
 * must find violations: what it does not notice, it does not prove.
 */
export async function runMutation(
  options: Options,
  mutation: Mutation,
  say: (text: string) => void,
): Promise<number> {
  say(`a campaign without ${mutation}: ${replayOf(options)}`);
  const code = await runMutant({
    rule: mutation,
    patch: new URL(`mutations/${mutation}.patch`, import.meta.url),
    entry: 'server/campaign/main.ts',
    args: process.argv.slice(2),
    env: { CAMPAIGN_MUTANT: mutation },
  });
  say(
    code === 1
      ? `The campaign notices that ${mutation} is missing.`
      : `THE CAMPAIGN DOES NOT NOTICE that ${mutation} is missing (it ended with ${code}).`,
  );
  // Noticed or not, a product without the rule is not clean; 3 says that the proof is worth less.
  return code === 1 ? 1 : 3;
}
