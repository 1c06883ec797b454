import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { server } from './stub-server.ts';

/** What proxies answer in the place of a server that is down: no JSON, and nothing for people. */
export const answerBadGateway = (endpoint: Endpoint): void =>
  server.answerRaw(endpoint, 502, '502 Bad Gateway');
