import { lookup, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const [specialV4, specialV6] = [new BlockList(), new BlockList()];
/** RFC 6890 and similar. */
const specialV4Ranges: readonly (readonly [string, number])[] = [
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
for (const [net, bits] of specialV4Ranges) specialV4.addSubnet(net, bits);
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
// Documentation ranges, and ranges that embed an IPv4 address.
specialV6.addSubnet('2001::', 23, 'ipv6');
specialV6.addSubnet('2001:db8::', 32, 'ipv6');
specialV6.addSubnet('2002::', 16, 'ipv6');
specialV6.addSubnet('3fff::', 20, 'ipv6');

export function isPublicIp(ip: string): boolean {
  if (isIP(ip) === 4) return !specialV4.check(ip);
  return isIP(ip) === 6 && globalV6.check(ip, 'ipv6') && !specialV6.check(ip, 'ipv6');
}

export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host);

export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa)$/;

/** Judges the text alone; false for an IP address. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !INTERNAL_NAME.test(name)
  );
}

export class NotPublicError extends Error {}

/** Refuses internal addresses, so that a URL of a user cannot reach our network (SSRF). */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  // Checks all addresses, since the connection may use any of them.
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, found) => {
    const [first] = found ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error('the name has no address'), '');
    } else if (!found.every(({ address }) => isPublicIp(address))) {
      callback(new NotPublicError('the name leads to an address that is not public'), '');
    } else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
