import type { ArmedFault } from '../platform/faults.ts';
import { decodeFault } from './faults.ts';
import type { GraphCall } from './graph-endpoint.ts';
import type { Params } from './graph-params.ts';
import type { InstagramContext } from './context.ts';

/** `#falha_<step>_<fault>`, with the seconds for a slow fault: `_90s`. */
const SENTINEL = /#falha_([a-z]+)_(\w+)/gi;
/** All hashtags that trigger an effect; the last two belong to the insights. */
const TRIGGER_HASHTAGS = ['#falha_', '#poucaaudiencia', '#semdados'];
const SECONDS = /_(\d+)s$/;
const DEFAULT_DELAY_MS = 20_000;

export function extractSentinelText({ caption = '', alt_text: altText = '' }: Params): string {
  const text = `${caption}\n${altText}`;
  return TRIGGER_HASHTAGS.some((mark) => text.toLowerCase().includes(mark)) ? text : '';
}

/** Each sentinel strikes once per account and text, so that a retry succeeds. */
export function consumeSentinel(
  context: InstagramContext,
  steps: readonly string[],
  call: GraphCall,
): ArmedFault | undefined {
  const { accountId, text } = readTypedText(context, call);
  if (text === '') return undefined;
  for (const [index, [, step = '', encoded = '']] of [...text.matchAll(SENTINEL)].entries()) {
    const id = `${accountId}/${index}/${text}`;
    if (!steps.includes(step.toLowerCase()) || context.records.firedSentinels.get(id)) continue;
    const fault = readFault(step.toLowerCase(), encoded.toLowerCase());
    if (!fault) continue;
    context.records.firedSentinels.put({ id });
    return fault;
  }
  return undefined;
}

function readTypedText(
  { records }: InstagramContext,
  { method, path, id, params }: GraphCall,
): { accountId: string; text: string } {
  if (method === 'POST' && path.endsWith('/media')) {
    return { accountId: id, text: extractSentinelText(params) };
  }
  const { containers, media } = records;
  const container =
    containers.get(params['creation_id'] ?? id) ?? containers.get(media.get(id)?.containerId ?? '');
  return { accountId: container?.accountId ?? '', text: container?.sentinels ?? '' };
}

function readFault(step: string, encoded: string): ArmedFault | undefined {
  const seconds = SECONDS.exec(encoded);
  const fault = decodeFault(step, seconds ? encoded.slice(0, seconds.index) : encoded);
  if (!fault) return undefined;
  const isSlow = fault === 'slow' || fault === 'slow-effect' || fault === 'late-effect';
  const delayMs = seconds ? Number(seconds[1]) * 1000 : isSlow ? DEFAULT_DELAY_MS : 0;
  return { service: 'instagram', step, fault, times: 1, delayMs };
}
