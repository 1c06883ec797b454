import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { server } from './stub-server.ts';

/** Responds as a proxy whose server is down: no JSON and no message for people. */
export const answerBadGateway = (endpoint: Endpoint): void =>
  server.answerRaw(endpoint, 502, '502 Bad Gateway');
