import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { isPublicIp } from '../../platform/http/public-address.ts';
import { isServiceAddress } from './address.ts';
import { createPushTransport } from './transport.ts';

test.each([
  ['142.250.79.1', true],
  ['2607:f8b0:4004:c07::5f', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:142.250.79.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::1', false],
  ['2001:db8::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['logo', false],
])('classifies %s as public: %s', (ip, isPublic) => {
  expect(isPublicIp(ip)).toBe(isPublic);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://push.lan:3001/send/abc', true],
  ['http://push.lan:3002/send/abc', false],
])('accepts the endpoint %s when our own service is configured: %s', (endpoint, isTaken) => {
  expect(isServiceAddress(endpoint, 'http://push.lan:3001')).toBe(isTaken);
});

const message = { headers: {}, body: Buffer.from('oi') };

test('refuses to connect to a public name that resolves to a private address', async () => {
  const { send } = createPushTransport({ serviceUrl: undefined });
  const port = await freePort();
  const failure: unknown = await send({
    ...message,
    endpoint: `https://localhost:${port}/send`,
  }).catch((error: unknown) => error);
  expect(String(failure)).toContain('not public');
});

test('follows no redirect and does not read an endless response', async () => {
  let requestCount = 0;
  const service = createServer((_request, response) => {
    requestCount += 1;
    response.writeHead(307, { location: '/inside' });
    response.write('x'.repeat(1_000_000));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const serviceUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const { send } = createPushTransport({ serviceUrl });
  expect(await send({ ...message, endpoint: `${serviceUrl}/send` })).toMatchObject({ status: 307 });
  expect(requestCount).toBe(1);
  service.closeAllConnections();
  service.close();
});
