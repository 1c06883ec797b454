import { isPublicName } from '../../platform/http/public-address.ts';

/**
 * A public name over https; each connection checks the resolved address (`public-address.ts`). `serviceUrl`
 * is an additional trusted service of our own.
 */
export function isServiceAddress(endpoint: string, serviceUrl: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (serviceUrl !== undefined && origin === new URL(serviceUrl).origin) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}
