import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { server } from './stub-server.ts';

export const answerBadGateway = (endpoint: Endpoint): void =>
  server.answerRaw(endpoint, 502, '502 Bad Gateway');
