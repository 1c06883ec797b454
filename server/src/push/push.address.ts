import { BlockList, isIP } from 'node:net';

const [v4, v6] = [new BlockList(), new BlockList()];
/** Of nobody on the internet: RFC 6890 and its like. */
const special: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [net, bits] of special) v4.addSubnet(net, bits);
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
// Documentation, and what carries an address of version 4 in it.
v6.addSubnet('2001::', 23, 'ipv6');
v6.addSubnet('2001:db8::', 32, 'ipv6');
v6.addSubnet('2002::', 16, 'ipv6');

/** Whether an IP address is one of the internet's, and none of a network of ours. */
export function isPublicIp(ip: string): boolean {
  if (isIP(ip) === 4) return !v4.check(ip);
  return isIP(ip) === 6 && global.check(ip, 'ipv6') && !v6.check(ip, 'ipv6');
}

/** Names that only mean something inside a network. */
const INNER = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa)$/;

/**
 * Whether a browser may have its messages sent there: it is the visitor who names this address. To a
 * public name over https; where the name leads is looked at again for each connection
 * (`push.transport.ts`). `serviceUrl` is the one of our own that is trusted beside them.
 */
export function isServiceAddress(endpoint: string, serviceUrl: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (serviceUrl !== undefined && origin === new URL(serviceUrl).origin) return true;
  const name = hostname.replace(/\.$/, '');
  return (
    protocol === 'https:' &&
    port === '' &&
    name.includes('.') &&
    !name.startsWith('[') &&
    isIP(name) === 0 &&
    !INNER.test(name)
  );
}
