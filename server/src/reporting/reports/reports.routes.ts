import { monthlyReport, monthlyReportPdf } from '@pontual/contract/insights/reports.ts';
import { serve, serveFile, type ApiRouter } from '../../platform/http/serve.ts';
import type { ReportPrinting } from './report-printing.ts';
import type { ReportsService } from './reports.service.ts';

export function registerReportsRoutes(
  router: ApiRouter,
  deps: { reports: ReportsService; reportPrinting: ReportPrinting; stopPrinting(): void },
): void {
  const { reports, reportPrinting, stopPrinting } = deps;
  // Reports in progress must not delay the stop of the server.
  router.app.addHook('preClose', async () => stopPrinting());

  serve(router, monthlyReport, async ({ params, query }, caller) => {
    const { report } = await reports.read(caller, { ...params, ...query });
    return report;
  });

  serveFile(router, monthlyReportPdf, ({ params, query }, caller, { request, reply }) => {
    const abortController = new AbortController();
    reply.raw.once('close', () => abortController.abort());
    return reportPrinting.pdf(
      caller,
      { ...params, ...query },
      { signal: abortController.signal, address: request.ip },
    );
  });
}
