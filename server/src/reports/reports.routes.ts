import { monthlyReport, monthlyReportPdf } from '@pontual/contract/reports.ts';
import { serve, serveFile, type Serving } from '../http/serve.ts';
import type { ReportPrinting } from './reports.printing.ts';
import type { ReportsService } from './reports.service.ts';

export function registerReportsRoutes(
  serving: Serving,
  deps: { reports: ReportsService; reportPrinting: ReportPrinting; stopPrinting(): void },
): void {
  const { reports, reportPrinting, stopPrinting } = deps;
  // Nobody waits for a server that is to stop.
  serving.app.addHook('preClose', async () => stopPrinting());

  serve(serving, monthlyReport, async ({ params, query }, caller) => {
    const { report } = await reports.read(caller, { ...params, ...query });
    return report;
  });

  serveFile(serving, monthlyReportPdf, ({ params, query }, caller, { request, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return reportPrinting.pdf(
      caller,
      { ...params, ...query },
      { gone: gone.signal, address: request.ip },
    );
  });
}
