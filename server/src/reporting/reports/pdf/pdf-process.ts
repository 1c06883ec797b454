import { constants, setPriority } from 'node:os';
import { printReport } from './pdf.ts';
import type { PrintMessage, PrintReply } from './print-message.ts';

// The process in which a report becomes a PDF. It may be killed at any moment; it has no variables,
// no database and no keys.

// What people wait for goes first, and publishing above all.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (message: PrintMessage) => void work(message));
// Whoever started it is gone, or ends it in good time.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function work(message: PrintMessage): Promise<void> {
  const reply = await printReport(message).then(
    (pdf): PrintReply => ({ kind: 'done', pdf }),
    (error: unknown): PrintReply => ({ kind: 'failed', detail: String(error) }),
  );
  process.send?.(reply);
}
