import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';

/** What the child process is asked for. */
export interface PrintMessage {
  report: MonthlyReport;
  /** JPEGs, by the ids of their posts. */
  pictures: Map<string, Uint8Array>;
}

/** What it answers. */
export type PrintReply = { kind: 'done'; pdf: Uint8Array } | { kind: 'failed'; detail: string };
