import type { Plugin } from 'vite';

const CONTRACT = /\/contract\/src\/[\w-]+\.ts$/;
/** `summary: 'Counts by state...',` of an endpoint; one that is no text stays. */
const summary = /^ *summary:\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),\n/gm;

/** Leaves out of what browsers fetch what endpoints say to whoever writes programs: the server tells it. */
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
