import { isLoopback, isPublicName } from '../../platform/http/public-address.ts';

/** Beside it, the one on which own servers often listen for https. */
const PORTS = new Set(['', '8443']);

/**
 * Whether a workspace may have its news sent there: to a public name over https. Where the name
 * leads is looked at again for each connection (`http/public-address.ts`). An installation that is
 * itself reached on this machine alone may also send to programs on it.
 */
export function isWebhookAddress(url: string, publicUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (isLoopback(url)) return isLoopback(publicUrl) && /^https?:$/.test(protocol);
  return protocol === 'https:' && PORTS.has(port) && isPublicName(hostname);
}
