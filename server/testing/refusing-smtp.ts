import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Gives this answer to each recipient. Offers a login and no TLS, on every IPv4 address of the machine. */
export async function startRefusingSmtp(answer: string) {
  const recipients: string[] = [];
  const commands: string[] = [];
  const server = createServer((socket) => {
    let isReadingMail = false;
    socket.setEncoding('utf8').on('error', () => undefined);
    socket.write('220 mail\r\n');
    socket.on('data', (line: string) => {
      if (isReadingMail) {
        if (!line.endsWith('\r\n.\r\n')) return;
        isReadingMail = false;
        socket.write('250 ok\r\n');
        return;
      }
      commands.push(line);
      const isRecipient = /^RCPT/i.test(line);
      if (isRecipient) recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
      socket.write(isRecipient ? `${answer}\r\n` : replyTo(line));
      isReadingMail = /^DATA/i.test(line);
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, recipients, commands, close: () => server.close() };
}

function replyTo(line: string): string {
  if (/^EHLO/i.test(line)) return '250-mail\r\n250 AUTH PLAIN\r\n';
  if (/^AUTH/i.test(line)) return '235 ok\r\n';
  if (/^DATA/i.test(line)) return '354 go on\r\n';
  // As a server that does not know it.
  if (/^STARTTLS/i.test(line)) return '502 unknown\r\n';
  return '250 ok\r\n';
}
