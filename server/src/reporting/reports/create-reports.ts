import type { Throttle } from '../../platform/http/throttle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaLinks } from '../../media/links.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { createPrinter } from './pdf/printer.ts';
import { createReportPrinting } from './report-printing.ts';
import { createReportsService } from './reports.service.ts';

export function createReports(parts: {
  database: Database;
  storage: MediaStorage;
  links: MediaLinks;
  throttle: Throttle;
  clock: Clock;
  log: Log;
}) {
  const reports = createReportsService(parts);
  const printer = createPrinter(parts);
  return {
    reports,
    reportPrinting: createReportPrinting({ ...parts, reports, printer }),
    stopPrinting: () => printer.close(),
  };
}
