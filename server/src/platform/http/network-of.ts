import { isIP } from 'node:net';

const MAPPED = '0:0:0:0:0:ffff';

/** An IPv4 address, also one mapped into IPv6, or a /64 network, which one customer of a provider has. */
export function networkOf(address: string): string {
  const [ip = ''] = address.split('%');
  if (isIP(ip) !== 6) return address;
  const written = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail];
  if (groups.slice(0, 6).join(':') === MAPPED) {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
