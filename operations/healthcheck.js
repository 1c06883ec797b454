// Checks that the process of the container is alive. Readiness is a separate check: the proxy requests
// /readyz,
// and a process that drains or waits for a database must not be killed.
const { ROLE = 'all', PORT = '3000', WORKER_PORT } = process.env;
const port = ROLE === 'worker' ? WORKER_PORT : PORT;

// A worker without WORKER_PORT has no health endpoint; the container counts as alive while the process runs.
if (port === undefined || port === '') process.exit(0);
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exit(answer?.ok === true ? 0 : 1);
