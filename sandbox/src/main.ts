import { startSandbox } from './sandbox.ts';

async function main(): Promise<void> {
  const port = Number(process.env['SANDBOX_PORT'] || '3001');
  const sandbox = await startSandbox({
    port,
    stateFile: process.env['SANDBOX_STATE'] || undefined,
    appUrl: process.env['SANDBOX_APP_URL'] || undefined,
    smtpPort: Number(process.env['SANDBOX_SMTP_PORT'] || '0'),
    webhookUrl: process.env['SANDBOX_WEBHOOK_URL'] ?? buildWebhookUrl(),
    log: process.env['SANDBOX_LOG'] === 'on',
  });
  const stop = (): void => {
    void sandbox.close().finally(() => process.exit(0));
  };
  // The sandbox must end with its parent process.
  process.once('disconnect', stop);
  process.once('SIGTERM', stop);
  // Ctrl-C reaches the parent process, too, which may still have calls to the sandbox in flight.
  process.on('SIGINT', () => {
    if (process.send === undefined) stop();
  });
  process.send?.({ ready: true, url: sandbox.url, services: sandbox.services });
}

/** HOST and PORT are the settings of the application, which receives the webhooks. */
function buildWebhookUrl(): string {
  const host = process.env['HOST'] ?? '';
  const isSpecific = host !== '' && host !== '0.0.0.0' && !host.includes(':');
  const port = process.env['PORT'] || '3000';
  return `http://${isSpecific ? host : '127.0.0.1'}:${port}/api/webhooks/stripe`;
}

function formatError(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : '?';
    return `sandbox: port ${port} is taken; set SANDBOX_PORT (or SANDBOX_SMTP_PORT) to another one`;
  }
  return `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exit(1);
}
