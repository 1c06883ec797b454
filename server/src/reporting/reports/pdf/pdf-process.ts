import { constants, setPriority } from 'node:os';
import { printReport } from './pdf.ts';
import type { PrintMessage, PrintReply } from './print-message.ts';

// This process may be killed at any moment; it has no environment variables, no database and no keys.

// Requests and publishing have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', (message: PrintMessage) => void work(message));
// The parent process is gone or ends this one in an orderly stop.
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
