import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log/log.ts';
import { aReport } from '../../../../testing/reports.ts';
import { createPrinter, type Printer } from './printer.ts';

const parts = { clock: systemClock, log: createLog('silent') };
const message = { report: aReport(), pictures: new Map<string, Uint8Array>() };
const openSignal = () => new AbortController().signal;

let printer: Printer;
afterEach(() => printer.close());

const startsLikePdf = (bytes: Uint8Array) => Buffer.from(bytes.slice(0, 5)).toString('latin1');

test('a report is printed in a process of its own', async () => {
  printer = createPrinter(parts);
  expect(startsLikePdf(await printer.print(message, openSignal()))).toBe('%PDF-');
});

test('a report above the limits is aborted with an error', async () => {
  printer = createPrinter({ ...parts, limit: { ms: 30_000, bytes: 1 } });
  await expect(printer.print(message, openSignal())).rejects.toMatchObject({
    code: 'REPORT_FAILED',
  });
  printer.close();
  printer = createPrinter({ ...parts, limit: { ms: 1, bytes: 700 * 1024 * 1024 } });
  await expect(printer.print(message, openSignal())).rejects.toMatchObject({
    code: 'REPORT_FAILED',
  });
});

test('eight reports wait for the running one, and an aborted request makes room', async () => {
  printer = createPrinter(parts);
  const readers = Array.from({ length: 9 }, () => new AbortController());
  const reports = readers.map(({ signal }) =>
    printer.print(message, signal).then(startsLikePdf, (error: { code: string }) => error.code),
  );
  await expect(printer.print(message, openSignal())).rejects.toMatchObject({ code: 'REPORT_BUSY' });
  readers.forEach((reader, index) => index === 2 || reader.abort());
  const ends = await Promise.all(reports);
  expect(ends.filter((end) => end === 'REPORT_FAILED')).toHaveLength(8);
  expect(ends[2]).toBe('%PDF-');
});

test('closing aborts the running report and the queued ones', async () => {
  printer = createPrinter(parts);
  const reports = [1, 2].map(() => printer.print(message, openSignal()));
  const ends = Promise.allSettled(reports);
  printer.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(printer.print(message, openSignal())).rejects.toMatchObject({
    code: 'REPORT_FAILED',
  });
});
