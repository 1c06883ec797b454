import type { ArmedFault } from '../platform/faults.ts';
import type { FaultEffect } from './faults.ts';
import { GraphError } from './graph-error.ts';
import type { InstagramContext } from './context.ts';

export type CallOutcome =
  | { isCut: false; result: unknown; isPage?: true }
  | { isCut: true; withReset: boolean };

/** What Meta's servers show while they fail. */
const ERROR_PAGE =
  '<!DOCTYPE html><html lang="en"><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>';

/** `run` executes the real call; `values` fill the text of the error. */
export async function applyFault(
  { clock, pendingEffects }: InstagramContext,
  { delayMs }: ArmedFault,
  effect: FaultEffect,
  run: () => unknown,
  values: Record<string, string | number>,
): Promise<CallOutcome> {
  if (effect.delayPosition === 'apart') {
    pendingEffects.add(delayMs, () => runDetached(run));
    return { isCut: true, withReset: false };
  }
  if (effect.delayPosition === 'before') await clock.wait(delayMs);
  const result = effect.isApplied ? await run() : undefined;
  if (effect.delayPosition === 'after') await clock.wait(delayMs);
  switch (effect.response) {
    case 'result':
      return { isCut: false, result };
    case 'extended':
      return { isCut: false, result: extend(result) };
    case 'error':
      throw new GraphError(effect.error ?? '1', values);
    case 'empty':
      return { isCut: false, result: '' };
    case 'html':
      return { isCut: false, result: ERROR_PAGE, isPage: true };
    case 'silence':
    case 'reset':
      return { isCut: true, withReset: effect.response === 'reset' };
  }
}

/** Meta adds fields to its responses without notice. */
function extend(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(extend);
  if (typeof result !== 'object' || result === null) return result;
  const members = Object.entries(result).map(([name, value]) => [name, extend(value)]);
  return { ...Object.fromEntries(members), added_field: { version: 1 } };
}

/** Runs the call after its connection was cut; a refusal is discarded. */
function runDetached(run: () => unknown): unknown {
  const ignoreGraphError = (error: unknown): void => {
    if (!(error instanceof GraphError)) throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(ignoreGraphError) : undefined;
  } catch (error) {
    return ignoreGraphError(error);
  }
}
