// Whether the container's process is alive: its own answer, and nobody else's. Whether requests should
// be sent to it is another question, which the proxy asks at /readyz: a process that drains, or waits for
// a database, is not to be killed for it.
const { ROLE = 'all', PORT = '3000', WORKER_PORT } = process.env;
const port = ROLE === 'worker' ? WORKER_PORT : PORT;

// A worker that was given no port to be asked at is alive as long as its process is.
if (port === undefined || port === '') process.exit(0);
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exit(answer?.ok === true ? 0 : 1);
