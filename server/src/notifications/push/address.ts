import { isPublicName } from '../../platform/http/public-address.ts';

/**
 * Whether a browser may have its messages sent there: it is the visitor who names this address. To a
 * public name over https; where the name leads is looked at again for each connection
 * (`public-address.ts`). `serviceUrl` is the one of our own that is trusted beside them.
 */
export function isServiceAddress(endpoint: string, serviceUrl: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (serviceUrl !== undefined && origin === new URL(serviceUrl).origin) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}
