import { isLoopback, isPublicName } from '../../platform/http/public-address.ts';

/** The default HTTPS port, and 8443, a common alternative. */
const PORTS = new Set(['', '8443']);

/**
 * The IP address is checked at each connection (`http/public-address.ts`).
 * @param allowsLoopback ALLOW_LOOPBACK_URLS, for development
 */
export function isWebhookAddress(url: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (isLoopback(url)) return allowsLoopback && /^https?:$/.test(protocol);
  return protocol === 'https:' && PORTS.has(port) && isPublicName(hostname);
}
