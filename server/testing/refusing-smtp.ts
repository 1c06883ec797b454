import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export async function startRefusingSmtp(answer: string) {
  const recipients: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => undefined);
    socket.write('220 mail\r\n');
    socket.on('data', (line: string) => {
      const isRecipient = /^RCPT/i.test(line);
      if (isRecipient) recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
      socket.write(isRecipient ? `${answer}\r\n` : '250 ok\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, recipients, close: () => server.close() };
}
