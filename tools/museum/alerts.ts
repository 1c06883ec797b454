import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the museum reads of the metrics at one evaluation. */
interface MetricsSample {
  at: number;
  instagramRefuses: boolean;
  publicationsAbsent: boolean;
  /** Counters since the beginning. */
  unanswered: number;
  calls: number;
}

interface AlertRule {
  /** As in operations/alerts.yaml. */
  expression: string;
  isTrue(samples: readonly MetricsSample[]): boolean;
}

const RATE_WINDOW_MS = 5 * 60_000;

/**
 * The alerts that tell of Instagram, as functions of the same metrics. Simplified: rates are differences of two
 * samples, and Prometheus evaluates as soon as it has scraped.
 */
const rules: Readonly<Record<string, AlertRule>> = {
  InstagramRefuses: {
    expression: 'max(pontual_instagram_refuses) > 0',
    isTrue: (samples) => samples.at(-1)?.instagramRefuses === true,
  },
  PublicationsAbsent: {
    expression: 'max(pontual_publications_absent) > 0',
    isTrue: (samples) => samples.at(-1)?.publicationsAbsent === true,
  },
  InstagramSilent: {
    expression: [
      'sum(rate(pontual_graph_call_seconds_count{result="no_answer"}[5m]))',
      '/ sum(rate(pontual_graph_call_seconds_count[5m])) > 0.5',
      'and sum(increase(pontual_graph_call_seconds_count{result="no_answer"}[5m])) > 9',
    ].join(' '),
    isTrue(samples) {
      const last = samples.at(-1);
      const first = last && samples.find(({ at }) => at >= last.at - RATE_WINDOW_MS);
      if (last === undefined || first === undefined) return false;
      const unanswered = last.unanswered - first.unanswered;
      return unanswered > 9 && unanswered / (last.calls - first.calls) > 0.5;
    },
  },
};

const MS = { s: 1000, m: 60_000, h: 3_600_000 };

/** @throws Error when a rule here is not the one of the file */
export function createAlerts() {
  const path = fileURLToPath(new URL('../../operations/alerts.yaml', import.meta.url));
  const file = readFileSync(path, 'utf8');
  const watched = Object.entries(rules).map(([name, { expression, isTrue }]) => {
    const written = readAlert(file, name);
    if (written.expression !== expression) {
      throw new Error(`tools/museum/alerts.ts has another rule for ${name}: ${written.expression}`);
    }
    return { name, isTrue, forMs: written.forMs };
  });
  const samples: MetricsSample[] = [];
  const trueSince = new Map<string, number>();
  const firedAt = new Map<string, number>();

  return {
    /** When each fired first. */
    firedAt,

    evaluate(sample: MetricsSample): void {
      samples.push(sample);
      for (const { name, isTrue, forMs } of watched) {
        if (!isTrue(samples)) {
          trueSince.delete(name);
          continue;
        }
        const since = trueSince.get(name) ?? sample.at;
        trueSince.set(name, since);
        if (sample.at - since >= forMs && !firedAt.has(name)) firedAt.set(name, sample.at);
      }
    },
  };
}

function readAlert(file: string, name: string): { expression: string; forMs: number } {
  const [, rule = ''] = file.split(`- alert: ${name}\n`);
  const [, lines = '', rest = ''] = /expr: >-\n([^]*?)\n( +(?:for|labels):.*)/.exec(rule) ?? [];
  const [, count = '0', unit = 's'] = /for: (\d+)([smh])/.exec(rest) ?? [];
  return {
    expression: lines.replaceAll(/\s+/g, ' ').trim(),
    forMs: Number(count) * MS[unit as keyof typeof MS], // the pattern allows no other
  };
}
