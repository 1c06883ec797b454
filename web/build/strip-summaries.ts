import type { Plugin } from 'vite';

const CONTRACT = /\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/;
/** Matches only where the value is a plain string. */
const summary = /^ *summary:\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),\n/gm;

/** Only the server publishes this documentation. */
export function stripSummaries(): Plugin {
  return {
    name: 'summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler: (code) => ({ code: code.replaceAll(summary, ''), map: null }),
    },
  };
}
