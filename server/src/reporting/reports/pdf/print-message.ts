import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';

export interface PrintMessage {
  report: MonthlyReport;
  /** JPEG bytes by post id. */
  pictures: Map<string, Uint8Array>;
}

export type PrintReply = { kind: 'done'; pdf: Uint8Array } | { kind: 'failed'; detail: string };
